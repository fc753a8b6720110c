import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import { describe, expect, it } from 'vitest';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { testApp } from '#server/test/test-app.ts';
import * as notifications from './notifications.service.ts';
import type { Notice } from './notifications.service.ts';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@openlarder/domain/notifications/notification-switches.ts';

const fixture = await testApp();
const { as, ctx, clock, db, createPerson, pool } = fixture;

const THING = '019a0000-0000-7000-8000-000000000001';
const OTHER_THING = '019a0000-0000-7000-8000-000000000002';

const notice = (to: TestPerson, from: TestPerson | null, over: Partial<Notice> = {}): Notice => ({
  personId: to.id,
  kind: 'listing_claimed',
  subject: { type: 'claim', id: THING },
  actorId: from?.id ?? null,
  listingTitle: 'Bagels',
  ...over,
});
const notify = (given: Notice) => inTransaction(ctx, (tx) => notifications.notify(tx, given));
const inbox = async (person: TestPerson) => {
  const response = await as(person, { url: '/api/notifications' });
  return { status: response.statusCode, unread: response.headers['x-unread-count'], list: response.json() };
};
const read = (person: TestPerson | null, payload?: object) =>
  as(person, { method: 'POST', url: '/api/notifications/read', ...(payload && { payload }) });
const eventsOf = async (person: TestPerson) => {
  const { rows } = await pool.query<{ payload: { notificationId: string | null; kind: string | null } }>(
    `select payload from live_event where kind = 'notification' and payload->>'personId' = $1 order by number`,
    [person.id],
  );
  return rows.map(({ payload }) => payload);
};
const messageFrom = (to: TestPerson, from: TestPerson, conversationId = THING) =>
  notice(to, from, {
    kind: 'message_received',
    subject: { type: 'conversation', id: conversationId },
  });

describe('notifications', () => {
  it('returns actor, kind and listing, and the unread count', async () => {
    const [ana, bo] = [await createPerson(), await createPerson({ firstName: 'Bo', lastName: 'Chen' })];
    await notify(notice(ana, bo, { servings: { claimed: 4, shared: 6 } }));
    const { status, unread, list } = await inbox(ana);
    expect([status, unread]).toEqual([200, '1']);
    expect(list).toEqual([
      {
        id: expect.any(String),
        kind: 'listing_claimed',
        subject: { type: 'claim', id: THING },
        actor: expect.objectContaining({ id: bo.id, displayName: 'Bo' }),
        listingTitle: 'Bagels',
        servings: { claimed: 4, shared: 6 },
        createdAt: clock.now().toISOString(),
        readAt: null,
      },
    ]);
    expect((await inbox(bo)).list).toEqual([]);
  });

  it('come in pages, newest first', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    for (const listingTitle of ['Apples', 'Bagels', 'Carrots']) {
      clock.forward(1000);
      await notify(notice(ana, bo, { listingTitle }));
    }
    const titles: string[] = [];
    let url: string | undefined = '/api/notifications?limit=2';
    for (let pages = 0; url !== undefined && pages < 3; pages += 1) {
      const answer = await as(ana, { url });
      expect(answer.headers['x-unread-count']).toBe('3');
      titles.push(
        answer
          .json<Notification[]>()
          .map(({ listingTitle }) => listingTitle)
          .join(),
      );
      url = /<(.+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1];
    }
    expect(titles).toEqual(['Carrots,Bagels', 'Apples']);
    expect((await as(ana, { url: '/api/notifications?cursor=soon' })).statusCode).toBe(422);
  });

  it('are written in the transaction of their cause', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const failing = inTransaction(ctx, async (tx) => {
      await notifications.notify(tx, notice(ana, bo));
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    expect((await inbox(ana)).list).toEqual([]);
    expect(await eventsOf(ana)).toEqual([]);
  });

  it('are one for the unread messages of a conversation, about the latest', async () => {
    const [ana, bo, cy] = [await createPerson(), await createPerson(), await createPerson()];
    await notify(messageFrom(ana, bo));
    clock.forward(60_000);
    await notify(messageFrom(ana, cy));
    await notify(messageFrom(ana, bo, OTHER_THING));
    const { list, unread } = await inbox(ana);
    expect(unread).toBe('2');
    const [first] = list.filter((each: { subject: { id: string } }) => each.subject.id === THING);
    expect(first).toMatchObject({ actor: { id: cy.id }, createdAt: clock.now().toISOString() });
    await read(ana);
    await notify(messageFrom(ana, bo));
    expect((await inbox(ana)).list).toHaveLength(3);
  });

  it('are still one for concurrent messages', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await Promise.all(Array.from({ length: 10 }, () => notify(messageFrom(ana, bo))));
    expect((await inbox(ana)).unread).toBe('1');
  });

  it('are not sent for the person’s own actions or those of blocked people; the blocked person still gets them', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await blockPerson(ctx, ana.caller, bo.id);
    await notify(notice(ana, bo));
    await notify(notice(ana, ana));
    expect((await inbox(ana)).list).toEqual([]);
    expect(await eventsOf(ana)).toEqual([]);
    await notify(notice(bo, ana, { kind: 'claim_released' }));
    expect((await inbox(bo)).unread).toBe('1');
  });

  it('are not stored for a closed account', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await db.updateTable('person').set({ closed_at: clock.now() }).where('id', '=', ana.id).execute();
    await notify(notice(ana, bo));
    const toAll = notice(ana, null, {
      kind: 'food_ending_near',
      subject: { type: 'listing', id: OTHER_THING },
    });
    await inTransaction(ctx, (tx) => notifications.notifyAll(tx, [ana.id, bo.id], toAll));
    const { rows } = await pool.query(
      'select person_id from notification where person_id = any($1) order by created_at',
      [[ana.id, bo.id]],
    );
    expect(rows).toEqual([{ person_id: bo.id }]);
    expect(await eventsOf(ana)).toEqual([]);
  });

  it('have no actor if there is none or the account is gone', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await notify(notice(ana, null));
    await notify(notice(ana, bo));
    await db.deleteFrom('person').where('id', '=', bo.id).execute();
    const { list } = await inbox(ana);
    expect(list.map((each: { actor: unknown }) => each.actor)).toEqual([null, null]);
  });

  it('lists the newest fifty and counts all', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    for (let nth = 0; nth < 53; nth++) {
      clock.forward(1000);
      await notify(notice(ana, bo, { listingTitle: `Food ${nth}` }));
    }
    const { list, unread } = await inbox(ana);
    expect([list.length, unread]).toEqual([50, '53']);
    expect([list[0].listingTitle, list[49].listingTitle]).toEqual(['Food 52', 'Food 3']);
  });
});

describe('marking as read', () => {
  it('marks some, or all', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    for (let nth = 0; nth < 3; nth++) await notify(notice(ana, bo));
    const [{ id }] = (await inbox(ana)).list;
    expect((await read(ana, { ids: [id] })).statusCode).toBe(204);
    const some = await inbox(ana);
    expect(some.unread).toBe('2');
    expect(some.list.find((each: { id: string }) => each.id === id).readAt).toBe(clock.now().toISOString());
    expect((await read(ana)).statusCode).toBe(204);
    expect((await inbox(ana)).unread).toBe('0');
  });

  it('changes nothing for an empty list', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await notify(notice(ana, bo));
    expect((await read(ana, { ids: [] })).statusCode).toBe(204);
    expect((await inbox(ana)).unread).toBe('1');
  });

  it('changes nothing for notifications of another person', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await notify(notice(ana, bo));
    const [{ id }] = (await inbox(ana)).list;
    expect((await read(bo, { ids: [id] })).statusCode).toBe(204);
    expect((await inbox(ana)).unread).toBe('1');
  });

  it('marks a subject as read when it is seen', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await notify(messageFrom(ana, bo));
    await notify(messageFrom(ana, bo, OTHER_THING));
    const subject = { type: 'conversation', id: THING } as const;
    await inTransaction(ctx, (tx) => notifications.markSubjectRead(tx, ana.id, subject));
    const { list, unread } = await inbox(ana);
    expect(unread).toBe('1');
    expect(list.find((each: { readAt: null }) => each.readAt === null).subject.id).toBe(OTHER_THING);
  });
});

describe('a group that is switched off in the app', () => {
  const { app } = DEFAULT_NOTIFICATION_SETTINGS;
  const choose = (person: TestPerson, chosen: Partial<typeof app>) =>
    as(person, {
      method: 'PUT',
      url: '/api/users/notification-settings',
      payload: { ...DEFAULT_NOTIFICATION_SETTINGS, app: { ...app, ...chosen } },
    });
  const kindsIn = async (person: TestPerson) =>
    (await inbox(person)).list.map(({ kind }: Notification) => kind).toSorted();

  it('is not listed, counted or sent live; every other group is', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await choose(ana, { claims: false, endings: false });
    const before = (await eventsOf(ana)).length;
    await notify(notice(ana, bo));
    await notify(notice(ana, null, { kind: 'listing_ending', subject: { type: 'listing', id: THING } }));
    await notify(notice(ana, null, { kind: 'pickup_soon' }));
    await notify(messageFrom(ana, bo));
    expect(await kindsIn(ana)).toEqual(['message_received', 'pickup_soon']);
    expect((await inbox(ana)).unread).toBe('2');
    expect((await eventsOf(ana)).slice(before).map(({ kind }) => kind)).toEqual([
      'pickup_soon',
      'message_received',
    ]);
  });

  it.each([
    ['a complaint', 'claim_no_show', 'claim'],
    ['a dispute', 'claim_disputed', 'claim'],
    ['food that was not there', 'claim_no_food', 'claim'],
    ['help with a request', 'request_matched', 'request'],
    ['a helper on the way', 'on_my_way', 'request'],
  ] as const)('is never %s', async (_case, kind, type) => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await choose(ana, { claims: false, pickups: false, messages: false, endings: false, alerts: false });
    await notify(notice(ana, bo, { kind, subject: { type, id: THING } }));
    expect(await kindsIn(ana)).toEqual([kind]);
  });

  it('is removed from the bell immediately, also if unread, without affecting other people', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    for (const person of [ana, bo]) await notify(notice(person, null));
    await notify(messageFrom(ana, bo));
    await choose(ana, { claims: false });
    expect([await kindsIn(ana), await kindsIn(bo)]).toEqual([['message_received'], ['listing_claimed']]);
    // all tabs look again, at the bell and the settings
    expect((await eventsOf(ana)).at(-1)).toMatchObject({ notificationId: null, kind: null });
    await choose(ana, { claims: true });
    await notify(notice(ana, bo));
    expect(await kindsIn(ana)).toEqual(['listing_claimed', 'message_received']);
  });

  it('includes messages of a conversation only once switched on', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await choose(ana, { messages: false });
    await notify(messageFrom(ana, bo));
    expect(await kindsIn(ana)).toEqual([]);
    await choose(ana, { messages: true });
    await notify(messageFrom(ana, bo));
    expect(await kindsIn(ana)).toEqual(['message_received']);
  });

  it('is left out only for the people who switched it off, among many', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await choose(ana, { alerts: false });
    await inTransaction(ctx, (tx) =>
      notifications.notifyAll(tx, [ana.id, bo.id], {
        kind: 'emergency_alert',
        subject: { type: 'request', id: THING },
        listingTitle: 'Dinner',
      }),
    );
    expect([await kindsIn(ana), await kindsIn(bo)]).toEqual([[], ['emergency_alert']]);
    const { rows } = await pool.query<{ payload: { byPerson: Record<string, string> } }>(
      `select payload from live_event where kind = 'notifications' order by number desc limit 1`,
    );
    expect(Object.keys(rows[0]?.payload.byPerson ?? {})).toEqual([bo.id]);
  });
});

describe('live events', () => {
  it('are sent for each new notification, and once for reading', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await notify(notice(ana, bo));
    const [{ id }] = (await inbox(ana)).list;
    await read(ana);
    await read(ana);
    expect(await eventsOf(ana)).toEqual([
      { personId: ana.id, notificationId: id, kind: 'listing_claimed' },
      { personId: ana.id, notificationId: null, kind: null },
    ]);
    expect(await eventsOf(bo)).toEqual([]);
  });
});
