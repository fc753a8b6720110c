import { createHmac } from 'node:crypto';
import { type MailTopic } from '@openlarder/domain/notifications/notification-kinds.ts';
import { describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { decideSettings } from '#server/platform/settings/community-settings.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@openlarder/domain/notifications/notification-switches.ts';

const fixture = await mailFixture();
const { aMinute, as, clock, http, mailsTo, notice, reachable, tell } = fixture;
const linkOf = (person: TestPerson, scope: MailTopic | 'all'): string =>
  fixture.unsubscribePath(person.id, scope === 'all' ? scope : [scope]);

const { app, mail: ALL_ON } = DEFAULT_NOTIFICATION_SETTINGS;
const ALL_OFF = { claims: false, pickups: false, messages: false, alerts: false, help: false };

const settingsOf = async (person: TestPerson) =>
  (await as(person, { url: '/api/users/notification-settings' })).json();
const change = (person: TestPerson, payload: object) =>
  as(person, { method: 'PUT', url: '/api/users/notification-settings', payload });
/** Posts like a mail program: a form without origin and session. */
const post = (url: string, payload: string, type = 'application/x-www-form-urlencoded') =>
  http.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const titleOf = (html: string): string => /<h1>(.*)<\/h1>/.exec(html)?.[1] ?? '';
/** Submits the form of a page like a browser. */
function submitForm(html: string) {
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return http.inject({
    method: 'POST',
    url: action.replaceAll('&amp;', '&'),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: fixture.origin,
      'sec-fetch-site': 'same-origin',
    },
    payload: new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value])).toString(),
  });
}

describe('settings', () => {
  it('default to all topics with quiet hours', async () => {
    const ana = await reachable();
    expect(await settingsOf(ana)).toEqual({
      app: { claims: true, pickups: true, messages: true, endings: true, alerts: true },
      mail: { claims: true, pickups: true, messages: true, alerts: true, help: true },
      quietHours: { from: '22:00', until: '07:00' },
    });
    const chosen = {
      app: { claims: true, pickups: false, messages: true, endings: false, alerts: true },
      mail: { claims: true, pickups: false, messages: false, alerts: true, help: false },
      quietHours: null,
    };
    const answered = await change(ana, chosen);
    expect([answered.statusCode, answered.json()]).toEqual([200, chosen]);
    expect(await settingsOf(ana)).toEqual(chosen);
    expect(await settingsOf(await reachable())).not.toEqual(chosen);
  });

  it('are refused with the same time twice', async () => {
    const ana = await reachable();
    const quietHours = { from: '22:00', until: '22:00' };
    const answered = await change(ana, { app, mail: ALL_OFF, quietHours });
    expect([answered.statusCode, Object.keys(answered.json().fields)]).toEqual([422, ['quietHours.until']]);
    expect((await settingsOf(ana)).mail).toEqual(ALL_ON);
  });
});

describe('the unsubscribe link', () => {
  it('is in the header and in both bodies, and supports one-click unsubscribing', async () => {
    const [ana, june] = [await reachable(), await reachable()];
    await tell(notice(ana, 'message_received', june));
    clock.forward(300_000);
    await aMinute();
    const [sent] = mailsTo(ana);
    const url = /^<http:\/\/food\.example(.+)>$/.exec(sent?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    expect(sent?.text).toContain(`Stop emails about messages:\nhttp://food.example${url}\n`);
    expect(sent?.html).toContain(`href="http://food.example${url}"`);
    expect((await post(url, ONE_CLICK)).statusCode).toBe(200);
    expect((await settingsOf(ana)).mail).toEqual({ ...ALL_ON, messages: false });
    await tell(notice(ana, 'message_received', june));
    await tell(notice(ana, 'listing_claimed', june));
    clock.forward(300_000);
    await aMinute();
    expect(mailsTo(ana).map(({ subject }) => subject.split(' ').slice(1, 3).join(' '))).toEqual([
      'wrote to',
      'claimed “Sourdough',
    ]);
  });

  it.each([
    ['a form', ONE_CLICK, 'application/x-www-form-urlencoded'],
    [
      'a form in parts',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
    ['an empty form', '', 'application/x-www-form-urlencoded'],
  ])('accepts %s, also from another site', async (_case, payload, type) => {
    const ana = await reachable();
    const answered = await http.inject({
      method: 'POST',
      url: linkOf(ana, 'claims'),
      headers: { 'content-type': type, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
      payload,
    });
    expect(answered.statusCode).toBe(200);
    expect((await settingsOf(ana)).mail.claims).toBe(false);
  });

  it('changes nothing on GET', async () => {
    const ana = await reachable();
    for (const method of ['GET', 'HEAD', 'GET'] as const)
      expect((await http.inject({ method, url: linkOf(ana, 'claims') })).statusCode).toBe(200);
    expect((await settingsOf(ana)).mail.claims).toBe(true);
  });

  it('works with its buttons: stop, on again, stop', async () => {
    const ana = await reachable();
    const asked = await http.inject({ url: linkOf(ana, 'pickups') });
    expect(titleOf(asked.body)).toBe('Stop emails about pickups?');
    const off = await submitForm(asked.body);
    expect([off.statusCode, titleOf(off.body)]).toEqual([200, 'Emails about pickups are off']);
    expect((await settingsOf(ana)).mail).toEqual({ ...ALL_ON, pickups: false });
    const on = await submitForm(off.body);
    expect(titleOf(on.body)).toBe('Emails about pickups are back on');
    expect((await settingsOf(ana)).mail.pickups).toBe(true);
    await submitForm(on.body);
    expect((await settingsOf(ana)).mail.pickups).toBe(false);
    // opening the link again shows the current state
    expect(titleOf((await http.inject({ url: linkOf(ana, 'pickups') })).body)).toBe(
      'Emails about pickups are off',
    );
  });

  it('for all mails switches on only what it switched off', async () => {
    const ana = await reachable();
    const before = { app, mail: { ...ALL_ON, pickups: false }, quietHours: null };
    await change(ana, before);
    const off = await post(linkOf(ana, 'all'), ONE_CLICK);
    expect((await settingsOf(ana)).mail).toEqual(ALL_OFF);
    await submitForm(off.body);
    expect(await settingsOf(ana)).toEqual(before);
  });

  it('of a mail about two topics switches those, and no other', async () => {
    const [ana, june] = [await reachable(), await reachable()];
    await tell(notice(ana, 'listing_claimed', june));
    await tell(notice(ana, 'pickup_soon', null));
    await aMinute();
    const [sent] = mailsTo(ana);
    expect(sent?.text).toContain('Stop emails about claims and pickups:\n');
    const url = /^<http:\/\/food\.example(.+)>$/.exec(sent?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    const off = await post(url, ONE_CLICK);
    expect(titleOf(off.body)).toBe('Emails about claims and pickups are off');
    expect(await settingsOf(ana)).toMatchObject({ app, mail: { ...ALL_ON, claims: false, pickups: false } });
  });

  it('of an older mail about requests for food switches both of their topics', async () => {
    const ana = await reachable();
    const text = `${ana.id}.requests`;
    const signature = createHmac('sha256', fixture.ctx.settings.sessionSecret)
      .update(`unsubscribe:${text}`)
      .digest('base64url');
    expect((await post(`/api/mail/unsubscribe?token=${text}.${signature}`, ONE_CLICK)).statusCode).toBe(200);
    expect((await settingsOf(ana)).mail).toEqual({ ...ALL_ON, alerts: false, help: false });
  });

  it('switches topics on again also if they were off before', async () => {
    const ana = await reachable();
    await post(linkOf(ana, 'claims'), ONE_CLICK);
    const loadedAgain = await post(linkOf(ana, 'claims'), ONE_CLICK);
    const on = await submitForm(loadedAgain.body);
    expect(titleOf(on.body)).toBe('Emails about claims are back on');
    expect((await settingsOf(ana)).mail.claims).toBe(true);
  });

  it('switches on no topic besides its own', async () => {
    const ana = await reachable();
    const none = { app, mail: ALL_OFF, quietHours: null };
    await change(ana, none);
    await post(linkOf(ana, 'claims'), 'action=on&topics=claims,messages,quietHours');
    expect((await settingsOf(ana)).mail).toEqual({ ...ALL_OFF, claims: true });
  });

  it('returns a page without scripts and caching', async () => {
    const ana = await reachable();
    const { headers, body } = await http.inject({ url: linkOf(ana, 'all') });
    const policy = String(headers['content-security-policy']);
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(body).toContain(`<style nonce="${nonce}">`);
    expect(policy).toContain("script-src 'self'");
    expect(body).not.toMatch(/<script|style="|onclick/);
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(body).not.toContain(ana.email);
  });

  it('returns 404 with one sentence if it is unknown or tampered with', async () => {
    const [ana, bo] = [await reachable(), await reachable()];
    const good = linkOf(ana, 'claims');
    const [, signature = ''] = good.split('.claims.');
    const wrong = [
      '/api/mail/unsubscribe',
      '/api/mail/unsubscribe?token=',
      '/api/mail/unsubscribe?token=a&token=b',
      `/api/mail/unsubscribe?token=${bo.id}.claims.${signature}`,
      `/api/mail/unsubscribe?token=${ana.id}.all.${signature}`,
      `${good}x`,
      good.slice(0, -1),
      linkOf({ ...ana, id: fixture.newId() }, 'claims'),
    ];
    const answers = new Set<string>();
    for (const url of wrong)
      for (const answered of [await http.inject({ url }), await post(url, ONE_CLICK)]) {
        expect([url, answered.statusCode, titleOf(answered.body)]).toEqual([
          url,
          404,
          'This link doesn&#39;t work',
        ]);
        answers.add(answered.body.replaceAll(/nonce="[^"]+"/g, ''));
      }
    expect(answers.size).toBe(1);
    for (const one of [ana, bo]) expect((await settingsOf(one)).mail.claims).toBe(true);
  });

  it('returns 404 for a closed account, and writes no row', async () => {
    const ana = await reachable();
    await fixture.db.updateTable('person').set({ closed_at: clock.now() }).where('id', '=', ana.id).execute();
    expect((await http.inject({ url: linkOf(ana, 'all') })).statusCode).toBe(404);
    expect((await post(linkOf(ana, 'all'), ONE_CLICK)).statusCode).toBe(404);
    const { rowCount } = await fixture.pool.query('select from notification_settings where person_id = $1', [
      ana.id,
    ]);
    expect(rowCount).toBe(0);
  });

  it('has the name and the language that an organizer has chosen since', async () => {
    const started = await testApp({ LANGUAGE: '' });
    await started.listen();
    const page = async () => (await started.http.inject({ url: '/api/mail/unsubscribe?token=none' })).body;
    expect(await page()).toContain(started.ctx.settings.appName);
    await inTransaction(started.ctx, (tx) =>
      decideSettings(tx, { APP_NAME: 'Kreuzberg teilt', LANGUAGE: 'de' }, tx.clock.now()),
    );
    await vi.waitFor(() => expect(started.ctx.settings.appName).toBe('Kreuzberg teilt'));
    expect(await page()).toContain('Kreuzberg teilt');
    expect(await page()).toContain('lang="de"');
  });

  it('is rate limited', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' });
    const statuses = new Set<number>();
    for (let nth = 0; nth < 301; nth++)
      statuses.add((await limited.http.inject({ url: '/api/mail/unsubscribe?token=guess' })).statusCode);
    expect(statuses).toEqual(new Set([404, 429]));
    const refused = await limited.http.inject({ url: '/api/mail/unsubscribe?token=guess' });
    expect(refused.headers['content-type']).toContain('text/html');
    expect(refused.body).toMatch(/<p class="muted">[A-Z].+ again\.<\/p>/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('among all routes', () => {
  type Route = { readonly method: string; readonly url: string };
  /** The writing routes registered in the router. */
  function writes(): Route[] {
    const lines = http.printRoutes({ commonPrefix: false }).split('\n');
    const path: string[] = [];
    const found: Route[] = [];
    for (const line of lines) {
      const [, indent = '', part = '', methods = ''] =
        /^([│ ]*)[└├]── (.*?)(?: \(([^)]*)\))?$/.exec(line) ?? [];
      path.length = indent.length / 4;
      path.push(part);
      for (const method of methods.split(', '))
        if (method && !['GET', 'HEAD', 'OPTIONS'].includes(method))
          found.push({ method, url: path.join('') });
    }
    return found;
  }
  const askAs = ({ method, url }: Route, headers: Record<string, string>, payload = '') =>
    http.inject({
      method: method as 'POST',
      url: url.replaceAll(/:\w+|\*/g, fixture.newId()),
      headers,
      payload,
    });

  it('finds the expected number of routes', () => {
    const all = writes();
    expect(all.length).toBeGreaterThan(30);
    expect(all).toContainEqual({ method: 'POST', url: '/api/mail/unsubscribe' });
    expect(all).toContainEqual({ method: 'PUT', url: '/api/objects/uploads/:id' });
  });

  it('only this one accepts writes from a foreign origin', async () => {
    const taken: string[] = [];
    for (const route of writes())
      for (const headers of [
        { 'content-type': 'application/x-www-form-urlencoded' },
        { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
      ])
        if ((await askAs(route, headers)).statusCode !== 403) taken.push(route.url);
    expect(new Set(taken)).toEqual(new Set(['/api/mail/unsubscribe']));
  });

  it('only this one accepts forms, besides the upload', async () => {
    const ana = await reachable();
    const taken: string[] = [];
    for (const route of writes())
      for (const type of [
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
      ]) {
        const headers = { origin: fixture.origin, cookie: ana.cookie, 'content-type': type };
        const { statusCode } = await askAs(route, headers, 'a=b');
        if (statusCode !== 415) taken.push(`${route.url} ${type.split(';')[0]} ${statusCode}`);
      }
    expect(taken.filter((one) => !one.startsWith('/api/objects/uploads/'))).toEqual([
      '/api/mail/unsubscribe application/x-www-form-urlencoded 404',
      '/api/mail/unsubscribe multipart/form-data 404',
    ]);
  });
});
