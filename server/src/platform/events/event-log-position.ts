import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/**
 * A position in the event log. Numbers alone do not order events: of two transactions the one with the later number can
 * commit first. Positions are ordered by transaction, then by number within it.
 */
export type LogPosition = { readonly transactionId: bigint; readonly number: bigint };

/** Before all events. */
export const LOG_START: LogPosition = { transactionId: 0n, number: 0n };

export const isAfter = (a: LogPosition, b: LogPosition): boolean =>
  a.transactionId === b.transactionId ? a.number > b.number : a.transactionId > b.transactionId;

/** The ids under which events and positions are sent: the same for all sockets and replies of one account. */
export type EventIds = {
  of(position: LogPosition, accountId: string): string;
  /** The position of an id that was made for this account in this epoch of the log; null for any other text. */
  read(id: string, accountId: string): LogPosition | null;
};

/** In base64url, 96 bits: too many to guess over a socket that takes five frames a second. */
const SIGNATURE_LENGTH = 16;
const ID = /^(\d{1,20})\.(\d{1,19})\.([\w-]{16})$/;

/**
 * Ids are `<transaction>.<number>.<signature>`. The signature covers the epoch, the position and the account, so that
 * an account can only resume from a position that it received. Its key is derived from `secret`; another secret makes
 * all earlier ids unreadable.
 */
export function makeEventIds(secret: string, epoch: () => string): EventIds {
  const key = createSecretKey(createHmac('sha256', secret).update('live-event-ids').digest());
  const signature = (place: string, accountId: string): string =>
    createHmac('sha256', key)
      .update(`${epoch()}.${place}.${accountId}`)
      .digest('base64url')
      .slice(0, SIGNATURE_LENGTH);

  return {
    of({ transactionId, number }, accountId) {
      const place = `${transactionId}.${number}`;
      return `${place}.${signature(place, accountId)}`;
    },
    read(id, accountId) {
      const [, transactionId, number, signed] = ID.exec(id) ?? [];
      if (transactionId === undefined || number === undefined || signed === undefined) return null;
      const expected = signature(`${transactionId}.${number}`, accountId);
      if (!timingSafeEqual(Buffer.from(signed), Buffer.from(expected))) return null;
      return { transactionId: BigInt(transactionId), number: BigInt(number) };
    },
  };
}
