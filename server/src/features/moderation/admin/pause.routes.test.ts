import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import * as admin from './admin.service.ts';
import { getClaim } from '#server/features/claims/claims.queries.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as listings from '#server/features/listings/listings.queries.ts';
import { openLive, type ReceivedMessage } from '#server/test/live/live-client.ts';
import { claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { openMailbox } from '#server/test/mailbox.ts';

const fixture = await claimsFixture();
const { as, ctx, clock, listing, person, pool } = fixture;
const address = await fixture.listen();
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

/** Rosa has a listing that Amir claimed and a claim on June's listing; then Rosa is paused. */
async function scene() {
  const [rosa, amir, june] = [await person('Rosa'), await person('Amir'), await person('June')];
  const [soup, bread, theirs] = [await listing(rosa), await listing(rosa), await listing(june)];
  const done = await listing(june);
  const [given, taken, past] = [
    await claimListing(ctx, amir, soup.id, 1),
    await claimListing(ctx, rosa, theirs.id, 1),
    await claimListing(ctx, rosa, done.id, 1),
  ];
  await handovers.completeHandover(ctx, rosa, past.handover.id);
  await handovers.completeHandover(ctx, june, past.handover.id);
  await admin.pausePerson(ctx, rosa.userId, 'no-shows');
  return { rosa, amir, june, soup, bread, theirs, given, taken, past };
}

describe('a paused person', () => {
  it('cannot start anything new, and is told how to reach the admins', async () => {
    const { rosa, theirs, bread, past } = await scene();
    const { imageUrls: _none, ...body } = fixture.listingBody();
    const refused: InjectOptions[] = [
      { method: 'POST', url: '/api/food-listings', payload: { ...body, imageUrls: [] } },
      { method: 'POST', url: `/api/food-listings/${theirs.id}/claim`, payload: {} },
      { method: 'POST', url: '/api/objects/upload' },
      {
        method: 'POST',
        url: '/api/reports',
        payload: { subject: { type: 'listing', id: theirs.id }, reason: 'spam' },
      },
      {
        method: 'POST',
        url: `/api/conversations/${past.conversationId}/messages`,
        payload: { content: 'Me again' },
      },
    ];
    for (const request of refused) {
      const answer = await as(rosa, request);
      expect([request.url, answer.statusCode, answer.json().code]).toEqual([
        request.url,
        403,
        'account-paused',
      ]);
      expect(answer.json().message).toContain('paused');
    }
    // the listings are withdrawn, so none can be changed
    expect(
      (await as(rosa, { method: 'PATCH', url: `/api/food-listings/${bread.id}`, payload: { title: 'Buns' } }))
        .statusCode,
    ).toBe(409);
  });

  it('can read, finish what is open, block, export and close the account', async () => {
    const { rosa, amir, june, given, taken } = await scene();
    const allowed: (readonly [InjectOptions, number])[] = [
      [{ url: '/api/auth/user' }, 200],
      [{ url: '/api/food-listings' }, 200],
      [{ url: '/api/conversations' }, 200],
      [
        {
          method: 'POST',
          url: `/api/conversations/${given.conversationId}/messages`,
          payload: { content: 'At six' },
        },
        201,
      ],
      [{ method: 'POST', url: `/api/conversations/${given.conversationId}/share-place` }, 200],
      [{ method: 'POST', url: `/api/handovers/${given.handover.id}/complete`, payload: {} }, 200],
      [{ method: 'POST', url: `/api/handovers/${taken.handover.id}/release`, payload: {} }, 200],
      [{ method: 'PUT', url: '/api/users/profile', payload: { firstName: 'Rosalie' } }, 200],
      [{ method: 'POST', url: '/api/blocks', payload: { userId: june.userId } }, 204],
      [{ url: '/api/users/export' }, 200],
      [{ method: 'POST', url: '/api/users/close-account', payload: {} }, 204],
    ];
    for (const [request, status] of allowed)
      expect([request.url, (await as(rosa, request)).statusCode]).toEqual([request.url, status]);
    expect((await getClaim(ctx, amir, given.id)).status).toBe('completed');
  });

  it('is told immediately in every tab, with the reason', async () => {
    const [rosa, june] = [await person(), await person()];
    const open = (who: typeof rosa) =>
      openLive(`${address.replace('http', 'ws')}/ws`, { cookie: who.cookie, origin: fixture.origin });
    const [live, other] = [await open(rosa), await open(june)];
    await admin.pausePerson(ctx, rosa.userId, 'because');
    const isAboutAccount = ({ topics }: ReceivedMessage): boolean => topics?.includes('account') === true;
    await live.waitFor(isAboutAccount);
    expect((await as(rosa, { url: '/api/auth/user' })).json().paused).toBe(true);
    expect((await as(rosa, { url: '/api/users/export' })).json().moderation.paused).toEqual({
      since: clock.now().toISOString(),
      reason: 'because',
    });
    await admin.verifyPerson(ctx, june.userId);
    await other.waitFor(isAboutAccount);
    expect(other.received.filter(isAboutAccount)).toHaveLength(1);
  });
});

it('refuses a claim that is in flight while its claimer is paused', async () => {
  const [rosa, amir] = [await person(), await person()];
  const soup = await listing(rosa);
  const held = await pool.connect();
  await held.query('begin');
  await held.query('select from food_listing where id = $1 for update', [soup.id]);
  const claiming = as(amir, { method: 'POST', url: `/api/food-listings/${soup.id}/claim`, payload: {} });
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await admin.pausePerson(ctx, amir.userId);
  await held.query('rollback');
  held.release();
  const answer = await claiming;
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'account-paused']);
  expect((await as(amir, { url: '/api/claims' })).json()).toEqual([]);
  expect((await listings.getListing(ctx, rosa, soup.id)).servingsLeft).toBe(soup.servingsLeft);
});

describe('the listings of a paused person', () => {
  it('are withdrawn; a claimed one is handed over or, if released, not offered again', async () => {
    const { rosa, amir, soup, bread, given } = await scene();
    expect((await listings.getListing(ctx, rosa, bread.id)).status).toBe('withdrawn');
    expect(await listings.getListing(ctx, rosa, soup.id)).toMatchObject({
      status: 'claimed',
      servingsLeft: 0,
    });
    expect((await getClaim(ctx, amir, given.id)).status).toBe('open');
    await handovers.releaseHandover(ctx, amir, given.handover.id);
    expect((await listings.getListing(ctx, rosa, soup.id)).status).toBe('withdrawn');
  });

  it('stay withdrawn after the person is resumed', async () => {
    const { rosa, bread } = await scene();
    await admin.resumePerson(ctx, rosa.userId);
    expect((await listings.getListing(ctx, rosa, bread.id)).status).toBe('withdrawn');
    expect((await listing(rosa)).status).toBe('posted');
  });

  it('include one that is shared concurrently', async () => {
    for (let round = 0; round < 15; round++) {
      const rosa = await person();
      await Promise.allSettled([
        listing(rosa),
        admin.pausePerson(ctx, rosa.userId),
        listing(rosa),
        listing(rosa),
      ]);
      const { rows } = await pool.query(
        `select from food_listing where donor_id = $1 and status = 'posted'`,
        [rosa.userId],
      );
      expect(rows).toEqual([]);
    }
  });
});

describe('deleting content', () => {
  it('a listing: deletes its text, photos and offer, and notifies its claimers', async () => {
    const [rosa, amir] = [await person(), await person()];
    const soup = await listing(rosa, { title: 'Vile words', description: 'More of them' });
    const claim = await claimListing(ctx, amir, soup.id, 1);
    expect(await admin.removeContent(ctx, 'listing', soup.id)).toBe(true);
    expect((await getClaim(ctx, amir, claim.id)).status).toBe('released');
    expect((await listings.getListing(ctx, rosa, soup.id)).status).toBe('withdrawn');
    for (const who of [rosa, amir])
      for (const url of [
        '/api/conversations',
        '/api/notifications',
        '/api/claims',
        '/api/claims?side=theirs',
      ])
        expect((await as(who, { url })).body).not.toMatch(/Vile|More of/);
    expect((await as(amir, { url: '/api/notifications' })).json()).toMatchObject([
      { kind: 'claim_released' },
    ]);
    expect(await admin.removeContent(ctx, 'listing', UNKNOWN)).toBe(false);
  });

  it('a person: closes the account and ends the sessions', async () => {
    const { rosa, amir, given } = await scene();
    expect(await admin.removeContent(ctx, 'person', rosa.userId)).toBe(true);
    expect((await as(rosa, { url: '/api/auth/user' })).statusCode).toBe(401);
    expect((await getClaim(ctx, amir, given.id)).donor.displayName).toBe('Deleted account');
    expect(await admin.removeContent(ctx, 'person', rosa.userId)).toBe(false);
  });

  it('logs each act in its transaction', async () => {
    const rosa = await person();
    clock.forward(1);
    await admin.pausePerson(ctx, rosa.userId, 'a note');
    const [last] = await admin.latestAdminActions(ctx);
    expect(last).toMatchObject({
      act: 'pause',
      subject_type: 'person',
      subject_id: rosa.userId,
      note: 'a note',
    });
    for (const change of ["update admin_action set note = 'another'", 'delete from admin_action'])
      await expect(pool.query(change)).rejects.toThrow('neither changed nor deleted');
    const before = (await admin.latestAdminActions(ctx)).length;
    await pool.query(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'no'; end $$;
      create trigger refuse before insert on admin_action for each row execute function refuse()`);
    await expect(admin.removeContent(ctx, 'person', rosa.userId)).rejects.toThrow();
    await pool.query('drop function refuse cascade');
    expect((await as(rosa, { url: '/api/auth/user' })).statusCode).toBe(200);
    expect(await admin.latestAdminActions(ctx)).toHaveLength(before);
  });
});

it('mails a paused person the reason and the contact', async () => {
  const mailbox = await openMailbox();
  const app = await testApp({
    ADMIN_EMAIL: 'ann@example.org',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'food@example.org',
  });
  await app.listen();
  const ana = await app.createPerson();
  await admin.pausePerson(app.ctx, ana.id, 'Three pickups were missed.');
  const mail = await mailbox.mailTo(ana.email);
  expect(mail.subject).toContain('paused');
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('Three pickups were missed.');
    expect(part).toContain('ann@example.org');
  }
  const upload = { method: 'POST', url: '/api/objects/upload' } as const;
  expect((await app.as(ana, upload)).json().message).toContain('ann@example.org');
  await admin.resumePerson(app.ctx, ana.id);
  expect((await mailbox.mailTo(ana.email, 0, /active again/)).text).toContain('share and claim');
  expect((await app.as(ana, upload)).statusCode).toBe(200);
});
