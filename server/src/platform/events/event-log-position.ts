/**
 * A position in the event log. Numbers alone are no order: of two transactions the one with the later number
 * can commit first. Positions are ordered by transaction, then by number within it.
 */
export type LogPosition = { readonly transactionId: bigint; readonly number: bigint };

/** Before all events. */
export const LOG_START: LogPosition = { transactionId: 0n, number: 0n };

export const isAfter = (a: LogPosition, b: LogPosition): boolean =>
  a.transactionId === b.transactionId ? a.number > b.number : a.transactionId > b.transactionId;
