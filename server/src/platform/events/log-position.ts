import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Up to where a process has read the log. */
export type LogPosition = {
  /** The oldest transaction that was open then: whatever commits later has this id or a higher one. */
  readonly floor: string;
  /** A row that was read or written by then. */
  readonly row: string;
  readonly atMs: number;
};

/** Positions as clients keep them: they tell nothing of other people's events, their number or order. */
export type PositionCipher = {
  seal(position: LogPosition): string;
  /** Null for any other text. */
  open(text: string): LogPosition | null;
};

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** All texts have one length, and the same position a new one each time. Another secret makes them unreadable. */
export function makePositionCipher(secret: string): PositionCipher {
  const key = createHmac('sha256', secret).update('live-positions').digest();
  return {
    seal({ floor, row, atMs }) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const numbers = Buffer.alloc(16);
      numbers.writeBigUInt64BE(BigInt(floor), 0);
      numbers.writeBigUInt64BE(BigInt(Math.round(atMs)), 8);
      const sealed = Buffer.concat([cipher.update(numbers), cipher.update(uuidBytes(row)), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(text) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== IV_BYTES + TAG_BYTES + 32) return null;
      const cipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES));
      cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const clear = Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]);
        return {
          floor: String(clear.readBigUInt64BE(0)),
          atMs: Number(clear.readBigUInt64BE(8)),
          row: uuidOf(clear.subarray(16)),
        };
      } catch {
        return null;
      }
    },
  };
}
