import type pg from 'pg';
import { brokenInvariants } from './factories/claims-fixture.ts';

/**
 * A write that a client has asked for, with what is unique to it: a listing's title, a claim's listing and claimer, a
 * message's text, or a released handover's id. `isAcknowledged` once a reply of 2xx has arrived.
 */
export type AskedWrite = {
  readonly what: 'listing' | 'claim' | 'message' | 'release';
  readonly mark: string;
  isAcknowledged: boolean;
};

/** `lost`: acknowledged, and not there. `doubled`: there twice. `half`: a part of it is missing. */
export type WriteFault = { readonly fault: 'lost' | 'doubled' | 'half'; readonly what: string };

/** How often each write is stored, by its mark. */
const STORED: Readonly<Record<AskedWrite['what'], string>> = {
  listing: 'select title as mark, count(*)::int as count from food_listing group by 1',
  claim: `select claim.listing_id || ' ' || handover.receiver_id as mark, count(*)::int as count
    from claim join handover on handover.id = claim.handover_id group by 1`,
  message: `select content as mark, count(*)::int as count from message where event is null group by 1`,
  release: `select id::text as mark, 1 as count from handover where status = 'released'`,
};

/** What a transaction writes beside its row, without which others do not hear of it. */
const HALVES: Readonly<Record<string, string>> = {
  'a listing without its event': `select id from food_listing where not exists (select from live_event
    where kind = 'listing_changed' and payload->>'listingId' = food_listing.id::text)`,
  'a listing that search does not know': `select id from food_listing where status = 'posted'
    and not exists (select from offered_listing where listing_id = food_listing.id)`,
  'a message without its event': `select id from message where not exists (select from live_event
    where payload->>'messageId' = message.id::text)`,
  'a key without its result': `select key as id from idempotency_key where result = 'null'`,
};

/** What of `asked` is lost or doubled, and what is stored by halves; the database has come to rest. */
export async function checkWrites(pool: pg.Pool, asked: readonly AskedWrite[]): Promise<WriteFault[]> {
  const faults: WriteFault[] = [];
  for (const what of ['listing', 'claim', 'message', 'release'] as const) {
    const { rows } = await pool.query<{ mark: string; count: number }>(STORED[what]);
    const stored = new Map(rows.map(({ mark, count }) => [mark, count]));
    for (const { mark, isAcknowledged } of asked.filter((one) => one.what === what)) {
      const count = stored.get(mark) ?? 0;
      if (isAcknowledged && count === 0) faults.push({ fault: 'lost', what: `${what} ${mark}` });
      if (count > 1) faults.push({ fault: 'doubled', what: `${what} ${mark}` });
    }
  }
  for (const [half, statement] of Object.entries(HALVES)) {
    const { rows } = await pool.query<{ id: string }>(statement);
    faults.push(...rows.map(({ id }) => ({ fault: 'half' as const, what: `${half}: ${id}` })));
  }
  const broken = await brokenInvariants(pool);
  faults.push(
    ...broken.map(({ invariant, id }) => ({ fault: 'half' as const, what: `${invariant}: ${id}` })),
  );
  return faults;
}
