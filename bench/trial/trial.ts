// npm run trial [-- NAME…] [-- --short] [--soak-minutes N]: faults and load against the real app with its real database, on
// this machine's loopback. See README.md.
import { backupBy } from './backup.ts';
import { clock } from './clock.ts';
import { crash } from './crash.ts';
import { freeze, readOnly, stop } from './database-away.ts';
import { failover } from './failover.ts';
import { fullDisk } from './full-disk.ts';
import { overload } from './overload.ts';
import { pooler } from './pooler.ts';
import { release, update } from './release.ts';
import { soakFor } from './soak.ts';
import { type Row, Stage, type Trial } from './stage.ts';

const args = process.argv.slice(2);
const isShort = args.includes('--short');
const soakAt = args.indexOf('--soak-minutes');
const soakMinutes = soakAt < 0 ? 120 : Number(args[soakAt + 1]);

const TRIALS: Readonly<Record<string, Trial>> = {
  crash,
  freeze,
  stop,
  failover,
  'read-only': readOnly,
  'full-disk': fullDisk,
  pooler,
  clock,
  overload,
  backup: backupBy('the command'),
  'nightly-backup': backupBy('the schedule'),
  release,
  update,
  soak: soakFor(soakMinutes),
};

const names = args.filter(
  (arg, at) => arg !== '--short' && (soakAt < 0 || (at !== soakAt && at !== soakAt + 1)),
);
const unknown = names.filter((name) => !Object.hasOwn(TRIALS, name));
if (unknown.length > 0 || !(soakMinutes > 0)) {
  console.error(
    `npm run trial -- [NAME…] [--short] [--soak-minutes N]. The names: ${Object.keys(TRIALS).join(', ')}.`,
  );
  process.exit(1);
}

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e6));
console.log(`SEED=${seed}`);

let stage: Stage | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.resolve(stage?.close()).then(() => process.exit(1)));

const table: (Row & { readonly name: string })[] = [];
for (const name of names.length > 0 ? names : Object.keys(TRIALS)) {
  const fromMs = performance.now();
  console.log(`${name} …`);
  stage = new Stage(seed);
  let rows: readonly Row[];
  try {
    rows = (await TRIALS[name]?.(stage, isShort)) ?? [];
  } catch (error) {
    rows = [
      { done: 'broken off', found: error instanceof Error ? error.message : String(error), isGood: false },
    ];
    console.error(error);
  } finally {
    await stage.close();
  }
  table.push(...rows.map((row) => ({ ...row, name })));
  console.log(`${name}: ${((performance.now() - fromMs) / 1000).toFixed(0)} s`);
}
console.log(`\n| trial | what was done | what was found | |\n| --- | --- | --- | --- |`);
for (const { name, done, found, isGood } of table)
  console.log(`| ${name} | ${done} | ${found} | ${isGood ? 'good' : 'BAD'} |`);
process.exitCode = table.every(({ isGood }) => isGood) ? 0 : 1;
