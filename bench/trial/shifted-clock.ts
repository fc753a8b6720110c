// Loaded before the app (`--import`): its clock is off by the hours in the file CLOCK_FILE, read again at SIGUSR2.
import { readFileSync } from 'node:fs';

const Real = Date;
let shiftMs = 0;
const read = (): void => {
  shiftMs = Number(readFileSync(process.env['CLOCK_FILE'] ?? '', 'utf8')) * 3_600_000;
};
read();
process.on('SIGUSR2', read);
globalThis.Date = new Proxy(Real, {
  construct: (target, given, self) =>
    Reflect.construct(target, given.length === 0 ? [Real.now() + shiftMs] : given, self),
  get: (target, name) => (name === 'now' ? () => Real.now() + shiftMs : Reflect.get(target, name)),
});
