import { randomInt } from 'node:crypto';

/** Four unpredictable digits, for example "0042". */
export const randomCode = (): string => String(randomInt(10_000)).padStart(4, '0');
