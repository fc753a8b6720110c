import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { exportPerson, getClaim, listClaims } from '#server/features/claims/claims.queries.ts';
import { claimLimits } from '#server/features/claims/create/create-claim.ts';
import * as calendar from '#server/features/handovers/calendar/calendar.service.ts';
import { hasOpenHandover } from '#server/features/handovers/handovers.queries.ts';
import { expireHandovers } from '#server/features/handovers/lifecycle/expire-handovers.ts';
import { revealAddress } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { sendHandoverQuestions } from '#server/features/handovers/reminders/reminders.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { callerOf, mayDo, upgrade } from '#server/testing/handovers-upgrade/after-upgrade.ts';
import {
  claimSeenBefore,
  claimSeenNow,
  ended,
  OLD_CLAIMS,
  writeOldClaim,
} from '#server/testing/handovers-upgrade/old-claims.ts';
import {
  databaseBeforeHandovers,
  inHours,
  type OldClaim,
  writeAll,
  countRows,
} from '#server/testing/handovers-upgrade/old-database.ts';

const old = await databaseBeforeHandovers();
const { pool } = old;

/** Two people and their conversation about a listing of the first. */
async function pair(donor: Readonly<Record<string, unknown>> = {}, claimerId?: string) {
  const [donor_id, claimer_id] = [await old.person('Dora', donor), claimerId ?? (await old.person('Cleo'))];
  const listing_id = await old.listing(donor_id);
  const conversation_id = await old.conversation({ listing_id }, donor_id, claimer_id);
  return { listing_id, donor_id, claimer_id, conversation_id };
}

/** Three claims in one conversation, the last of them open. */
async function writeClaimedAgain() {
  const of = await pair();
  const first = { ...ended({ status: 'released', ended_by: 'claimer' }, -60), created_at: inHours(-61) };
  const second = { ...ended({ status: 'no_show', ended_by: 'donor' }, -9), created_at: inHours(-30) };
  const ids = [];
  for (const columns of [first, second, { created_at: inHours(-5) }])
    ids.push((await old.claim(of, columns)).id);
  return { ...of, ids };
}

/** Two open claims and one for a request; no-shows that count, and some that do not. */
async function writeLimited(): Promise<string> {
  const claimerId = await old.person('Mika');
  const { id: request_id } = await old.request(claimerId, { status: 'cancelled', ended_at: inHours(-1) });
  const noShow = { status: 'no_show', ended_by: 'donor' } as const;
  const of = (donor: Readonly<Record<string, unknown>> = {}) => pair(donor, claimerId);
  await old.claim(await of(), ended(noShow, -100));
  await old.claim(await of(), ended(noShow, -60));
  await old.claim(await of(), ended(noShow, -20));
  const disputed = { disputed_at: inHours(-90), disputed_by: 'claimer' } as const;
  await old.claim(await of(), ended({ ...noShow, ...disputed }, -100));
  await old.claim(await of({ created_at: inHours(-110) }), ended(noShow, -100));
  await old.claim(await of(), { created_at: inHours(-10) });
  await old.claim(await of(), { created_at: inHours(-30) });
  await old.claim(await of(), { created_at: inHours(-10), request_id });
  return claimerId;
}

const claimsBefore = await writeAll(OLD_CLAIMS, (one) => writeOldClaim(old, one));
const claimedAgain = await writeClaimedAgain();
const limited = await writeLimited();
const closedId = await old.person('Gone');
const ofClosed = await old.claim(await pair({}, closedId), ended({ status: 'lapsed' }));
await pool.query('update person set closed_at = $1 where id = $2', [inHours(-1), closedId]);

const count = (from: string) => countRows(pool, from);
const KEPT = ['claim', 'conversation', 'message', 'place_grant', 'food_listing'];
const countKept = (locations: string) =>
  // a request keeps no place
  Promise.all([...KEPT, `${locations} where subject_type <> 'request'`].map(count));
const keptBefore = await countKept('exact_side');

const { ctx, clock } = await upgrade(old);

const claimOf = (state: string): OldClaim => {
  const found = claimsBefore.find(([name]) => name === state);
  if (!found) throw new Error(state);
  return found[2];
};

test('keeps every row, and makes a handover of each claim', async () => {
  expect(await countKept('exact_location')).toEqual(keptBefore);
  expect(await count('handover')).toBe(await count('claim'));
  expect(await count('claim where handover_id = id')).toBe(await count('claim'));
});

describe.each(claimsBefore)('a claim: %s', (_, one, row) => {
  const people = [
    [row.donor_id, 'theirs', one.giverMay],
    [row.claimer_id, 'mine', one.receiverMay],
  ] as const;

  test('looks the same to both people, also in lists', async () => {
    for (const [viewerId, side] of people) {
      const seen = claimSeenBefore(row, one, viewerId);
      expect(claimSeenNow(await getClaim(ctx, callerOf(viewerId), row.id))).toEqual(seen);
      const { claims: listed } = await listClaims(ctx, callerOf(viewerId), side);
      expect(listed.map(claimSeenNow)).toEqual([seen]);
    }
  });

  test('allows both people their actions', async () => {
    for (const [viewerId, , actions] of people) {
      const { handover } = await getClaim(ctx, callerOf(viewerId), row.id);
      // a claimer who was never shown the place cannot miss the pickup
      const allowed = actions.filter((action) => action !== 'report_no_show' || handover.placeKnown);
      expect(mayDo(handover)).toEqual(allowed);
    }
  });

  test('keeps its conversation, its export and its event in calendars', async () => {
    for (const [viewerId] of people) {
      const { conversations } = await messaging.listConversations(ctx, callerOf(viewerId));
      const [conversation] = conversations;
      expect(conversations.map(({ id }) => id)).toEqual([row.conversation_id]);
      expect(conversation?.readOnly).toBe(
        row.status === 'released' || row.status === 'lapsed' || isOldNoShow(row),
      );
      const haveMet = row.status === 'completed' && row.completed_by !== 'one_side';
      expect(conversation?.otherUser.lastName).toBe(haveMet ? 'Lund' : '');
      const seen = claimSeenBefore(row, one, viewerId);
      const { id, status, side, endedAt, endedBy, releaseReason, completedBy, comingAt, disputedBy } = seen;
      const fields = { id, status, side, endedAt, endedBy, releaseReason, completedBy, comingAt, disputedBy };
      const { donorConfirmedAt, claimerConfirmedAt, disputedAt } = seen;
      expect(await exportPerson(ctx, viewerId)).toEqual([
        expect.objectContaining({ ...fields, donorConfirmedAt, claimerConfirmedAt, disputedAt }),
      ]);
      const { content } = await calendar.pickupFile(ctx, callerOf(viewerId), row.id);
      expect(content).toContain(`UID:${row.id}@`);
    }
    expect(await hasOpenHandover(ctx, row.conversation_id)).toBe(row.status === 'open');
  });
});

const isOldNoShow = ({ status, ended_at }: OldClaim): boolean =>
  status === 'no_show' && ended_at !== null && ended_at <= inHours(-48);

test('distinguishes claims that were made one after the other in a conversation', async () => {
  const { donor_id, claimer_id, conversation_id, ids } = claimedAgain;
  const [first, second, open] = ids;
  const { claims: mine } = await listClaims(ctx, callerOf(claimer_id), 'mine');
  expect(mine.map(({ id, status }) => [id, status])).toEqual([
    [open, 'open'],
    [second, 'no_show'],
    [first, 'released'],
  ]);
  expect(await revealAddress(ctx, callerOf(donor_id), conversation_id)).toMatchObject({ id: open });
  const { claims: theirs } = await listClaims(ctx, callerOf(donor_id), 'theirs');
  expect(theirs.map(({ listing }) => listing.placeShared)).toEqual([true, true, true]);
});

test('counts open claims, without those for a request; no-shows reported by unknown people change nothing', async () => {
  expect(await claimLimits(ctx, callerOf(limited))).toMatchObject({
    openClaims: 2,
    claimsInLastDay: 1,
    maxOpenClaims: 3,
    slowedUntil: null,
  });
});

test('keeps a claim of a person with a closed account', async () => {
  const seen = await getClaim(ctx, callerOf(ofClosed.donor_id), ofClosed.id);
  expect(seen).toMatchObject({ status: 'lapsed', claimer: { id: closedId } });
});

test('keeps the open pickups in the feeds of calendars', async () => {
  const { id, claimer_id } = claimOf('open');
  const feed = await calendar.createFeedAddress(ctx, callerOf(claimer_id));
  const token = feed.split('/').at(-2) ?? '';
  expect(await calendar.feedFile(ctx, token)).toContain(`UID:${id}@`);
});

test('does not ask a person twice whether it happened', async () => {
  await sendHandoverQuestions(ctx);
  clock.forward(HOUR_MS);
  await sendHandoverQuestions(ctx);
  clock.forward(-HOUR_MS);
  const { rows } = await pool.query<{ subject_id: string }>(
    "select subject_id from notification where kind = 'handover_question'",
  );
  const asked = new Set(rows.map(({ subject_id }) => subject_id));
  expect(asked).toContain(claimOf('open past its window, not asked yet').id);
  expect(asked).not.toContain(claimOf('open past its window, asked').id);
  expect(asked).not.toContain(claimOf('open, just asked').id);
});

describe('the times after the upgrade', () => {
  const statuses = async () => {
    const { rows } = await pool.query<{ id: string; status: string }>('select id, status from handover');
    return new Map(rows.map(({ id, status }) => [id, status]));
  };

  test('end exactly the due handovers', async () => {
    const before = await statuses();
    expect(await expireHandovers(ctx)).toBe(2);
    const changed = [...(await statuses())].filter(([id, status]) => before.get(id) !== status);
    expect(new Map(changed)).toEqual(
      new Map([
        [claimOf('open past its window by two days').id, 'lapsed'],
        [claimOf('open, confirmed by the donor two days ago').id, 'completed'],
      ]),
    );
  });

  test('end the others when they are due', async () => {
    clock.forward(200 * HOUR_MS);
    await expireHandovers(ctx);
    expect(await count("handover where status = 'open'")).toBe(0);
  });
});

describe('deleting', () => {
  test('a listing deletes its claims and their handovers', async () => {
    const { listing_id, id } = claimOf('lapsed');
    await pool.query('delete from food_listing where id = $1', [listing_id]);
    expect(await count(`claim where id = '${id}'`)).toBe(0);
    expect(await count(`handover where id = '${id}'`)).toBe(0);
  });

  test('a person deletes their claims and handovers, and none of others', async () => {
    const { claimer_id, id } = claimOf('completed by both');
    const all = await count('handover');
    await pool.query('delete from person where id = $1', [claimer_id]);
    expect(await count(`claim where id = '${id}'`)).toBe(0);
    expect(await count(`handover where id = '${id}'`)).toBe(0);
    expect(await count('handover')).toBe(all - 1);
  });

  test('all people deletes all claims and handovers', async () => {
    await pool.query('delete from person');
    for (const table of ['handover', 'claim', 'conversation']) expect(await count(table)).toBe(0);
  });
});
