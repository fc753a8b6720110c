/**
 * A position in the event log. Numbers alone are no order: of two transactions the one with the later number
 * can commit first. Positions are ordered by transaction, then by number within it.
 */
export type LogPosition = { readonly transactionId: bigint; readonly number: bigint };

/** Before all events. */
export const LOG_START: LogPosition = { transactionId: 0n, number: 0n };

export const isAfter = (a: LogPosition, b: LogPosition): boolean =>
  a.transactionId === b.transactionId ? a.number > b.number : a.transactionId > b.transactionId;

const LARGEST_TRANSACTION_ID = 2n ** 64n - 1n;
const LARGEST_NUMBER = 2n ** 63n - 1n;

/** The opaque id of an event: the epoch of the log and the position. */
export const formatEventId = (epoch: string, { transactionId, number }: LogPosition): string =>
  `${epoch}.${transactionId}.${number}`;

/** Parses an id of `formatEventId`; null if it is malformed. */
export function parseEventId(id: string): { readonly epoch: string; readonly position: LogPosition } | null {
  const parts = /^([0-9a-f-]{36})\.(\d{1,20})\.(\d{1,19})$/.exec(id);
  if (!parts) return null;
  const [, epoch = '', transactionText = '', numberText = ''] = parts;
  const position = { transactionId: BigInt(transactionText), number: BigInt(numberText) };
  if (position.transactionId > LARGEST_TRANSACTION_ID || position.number > LARGEST_NUMBER) return null;
  return { epoch, position };
}
