import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { printable, tableLines } from '#server/admin/terminal-format.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import { runAdmin, runAdminHere } from '#server/test/admin-process.ts';
import { claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { openMailbox } from '#server/test/mailbox.ts';
import { openLive } from '#server/test/live/live-client.ts';

const fixture = await claimsFixture();
const { ctx, as, listing, person, pool } = fixture;
const address = await fixture.listen();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-admin-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const cluster = inject('postgres');
const { rows } = await pool.query<{ name: string }>('select current_database() as name');
const url = new URL(`postgres://${cluster.user}@localhost/${rows[0]?.name}`);
url.password = cluster.password;
url.searchParams.set('host', cluster.host);
url.searchParams.set('port', String(cluster.port));
const secrets = { SESSION_SECRET: 's'.repeat(32) };
const env = { DATABASE_URL: url.href, DATA_DIR: dataDir, TIME_ZONE: 'UTC', RATE_LIMITS: 'off', ...secrets };
const runCommand = (...words: readonly string[]) => runAdminHere(env, ...words);
const emailOf = (id: string): string => `person-${id}@example.org`;

describe('npm run admin -- test-mail', () => {
  const mailbox = openMailbox();
  const mail = async (...to: string[]) =>
    runAdminHere(
      { ...env, SMTP_URL: (await mailbox).url, MAIL_FROM: 'food@example.org' },
      'test-mail',
      ...to,
    );

  it('says that the mail server took a mail, which then is there', async () => {
    const { code, out } = await mail('organizer@example.org');
    expect([code, out]).toEqual([0, expect.stringContaining('took an email to organizer@example.org')]);
    expect((await (await mailbox).mailTo('organizer@example.org')).subject).toContain('A test from');
  });

  it.each([
    [
      '554 5.7.1 Relay access denied',
      1,
      /127\.0\.0\.1:\d+ \(SMTP_URL\) didn't take .*Relay access denied.*MAIL_FROM/s,
    ],
    ['550 5.1.1 User unknown', 1, /but not to organizer@example\.org/],
    ['451 4.7.1 Greylisted', 1, /Greylisted.*try again later/s],
  ])('says why it did not, and what to do: %s', async (reply, exitCode, said) => {
    (await mailbox).refusal = reply;
    const { code, err } = await mail('organizer@example.org');
    (await mailbox).refusal = null;
    expect([code, err]).toEqual([exitCode, expect.stringMatching(said)]);
  });

  it('asks for an address, and says that there is no mail server', async () => {
    expect(await mail()).toMatchObject({ code: 2, err: expect.stringContaining('ADMIN_EMAIL') });
    expect(await runCommand('test-mail', 'a@example.org')).toMatchObject({
      code: 1,
      err: expect.stringContaining("SMTP_URL isn't set"),
    });
  });
});

describe('npm run admin, beside a server', () => {
  it('pauses and resumes by email, prints it, and notifies the person’s open tab', async () => {
    const rosa = await person('Rosa', 'Delgado');
    const food = await listing(rosa);
    const live = await openLive(`${address.replace('http', 'ws')}/ws`, {
      cookie: rosa.cookie,
      origin: fixture.origin,
    });
    const email = emailOf(rosa.userId);
    // as people run it; the others run in this process
    expect(await runAdmin(env, 'pause', email.toUpperCase(), 'too', 'many', 'no-shows')).toEqual({
      code: 0,
      out: `Rosa Delgado <${email}> is paused, and what they were offering was taken down. They'll see it when they next open the app.\n`,
      err: '',
    });
    await live.waitFor(({ type }) => type === 'changed');
    expect((await as(rosa, { url: '/api/auth/user' })).json().paused).toBe(true);
    expect((await getListing(ctx, rosa, food.id)).status).toBe('withdrawn');
    expect((await runCommand('pause', email)).out).toContain('is already paused');
    expect((await admin.findPerson(ctx, email))?.pausedReason).toBe('too many no-shows');
    expect((await runCommand('pause', email, 'and again')).out).toContain(
      'was already paused. The new reason is saved.',
    );
    expect((await admin.findPerson(ctx, email))?.pausedReason).toBe('and again');
    expect((await runCommand('resume', rosa.userId)).code).toBe(0);
    expect((await as(rosa, { url: '/api/auth/user' })).json().paused).toBe(false);
    const log = await runCommand('log');
    expect(log.out).toContain('too many no-shows');
    expect(log.out.split('\n').filter((line) => line.includes(rosa.userId))).toHaveLength(3);
  });

  it('finds people by part of a name or email, ignoring case and accents', async () => {
    const zoe = await person('Zoë', 'Quintero');
    const other = await person('Zora', 'Quinn');
    await pool.query(`update person set organization_name = 'Quintal Bakery' where id = $1`, [other.userId]);
    await admin.verifyPerson(ctx, zoe.userId);
    await admin.pausePerson(ctx, other.userId);
    const found = await runCommand('people', 'quint');
    expect(found.code).toBe(0);
    const [headings, ...lines] = found.out.trimEnd().split('\n');
    expect(headings).toMatch(/^name +email +id +kind +status$/);
    const row = (name: string, { userId }: { userId: string }, kind: string, status: string) =>
      expect.stringMatching(new RegExp(`^${name} +${emailOf(userId)} +${userId} +${kind} +${status}$`));
    expect(lines).toEqual([
      row('Quintal Bakery', other, 'business', 'not verified, paused'),
      row('Zoë Quintero', zoe, 'community member', 'verified'),
    ]);
    for (const part of [['ZOE', 'quin'], ['zoë'], [zoe.userId.slice(-20).toUpperCase()]])
      expect((await runCommand('people', ...part)).out.split('\n').slice(1)).toEqual([
        row('Zoë Quintero', zoe, 'community member', 'verified'),
        '',
      ]);
    expect(await runCommand('people', '%')).toMatchObject({
      code: 1,
      err: "There's no one here whose name or email contains %. Try a shorter part of it, such as the first name.\n",
    });
  });

  it('lists people with a name that is given instead of an email, and changes nothing', async () => {
    const yara = await person('Yara', 'Ito');
    const once = await runCommand('verify', 'yara');
    expect([once.code, once.out]).toEqual([1, '']);
    expect(once.err).toMatch(/^Is this who you mean by yara\? Nothing was changed\./);
    expect(once.err).toContain(emailOf(yara.userId));
    await person('Yara', 'Sato');
    expect((await runCommand('verify', 'yara')).err).toMatch(/^Who do you mean by yara\?/);
    expect((await admin.findPerson(ctx, yara.userId))?.verified).toBe(false);
    expect((await runCommand('verify', 'yaro')).err).toContain(
      'To find someone by name: npm run admin -- people <part of a name>',
    );
  });

  it('recomputes all points: changes nothing if they are right, and prints what was wrong', async () => {
    const ann = await person('Ann', 'Lee');
    const right = 'All points are right. Nothing was changed.\n';
    expect((await runCommand('points', 'rebuild')).out).toBe(right);
    await pool.query(
      `insert into point_total (person_id, points, given, reached_at) values ($1, 1000, 1000, now())`,
      [ann.userId],
    );
    await pool.query(`insert into point_histogram values ('all', 1000, 1), ('2026-05', 1000, 2)`);
    expect((await runCommand('points', 'rebuild')).out).toBe(
      'Corrected: 1 total, 0 monthly totals, 2 steps of the rankings.\n',
    );
    expect((await runCommand('points', 'rebuild')).out).toBe(right);
    expect((await runCommand('points')).code).toBe(2);
  });

  it('prints what the community shared in each of twelve months, with the range of its CO2', async () => {
    const { code, out } = await runCommand('impact');
    const [headings, ...lines] = out.split('\n');
    expect(code).toBe(0);
    expect(headings).toMatch(/^month +meals shared +CO2 saved in lbs \(range\) +people helped$/);
    expect(lines.filter((line) => /^\d{4}-\d\d +0 +0 \(0 – 0\) +0$/.test(line))).toHaveLength(12);
    expect(out).toContain('Only what both sides confirmed counts.');
  });

  it('adds, lists and ends ads, and says which words of an ad are wrong', async () => {
    expect((await runCommand('ads')).out).toBe('There are no ads.\n');
    const words = ['place=home-page', 'type=card', 'category=community_building', 'button=Join in'];
    const text = ['title=Cook together', 'text=Every Thursday = today'];
    const refused = await runCommand('ads', 'add', ...words, 'link=javascript:alert(1)', 'color=red');
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('Check these: color, title, text, link.');
    expect(refused.err).toContain('type one of banner, card, inline');
    const added = await runAdminHere(
      { ...env, TIME_ZONE: 'America/New_York' },
      'ads',
      'add',
      ...words,
      ...text,
      'for=donor',
      'weight=2',
      'per-day=3',
      'from=2026-05-01',
      'until=2026-12-03',
    );
    expect(added.out).toContain('Added "Cook together"');
    expect(added.out).toContain('Its button leads to where that place leads by itself');
    const { rows: times } = await pool.query('select starts_at, ends_at from ad');
    expect(times).toEqual([
      { starts_at: new Date('2026-05-01T04:00:00Z'), ends_at: new Date('2026-12-04T04:59:59Z') },
    ]);
    const id = /[(](.+)[)]/.exec(added.out)?.[1] ?? '';
    expect((await as(null, { url: '/api/ads?location=home-page&userType=donor' })).json()).toEqual([
      expect.objectContaining({ id, description: 'Every Thursday = today', ctaLink: null, dailyCap: 3 }),
    ]);
    expect((await runCommand('ads', 'list')).out).toContain(id);
    expect((await runCommand('ads', 'end', id)).out).toBe("It's no longer shown.\n");
    expect((await runCommand('ads', 'end', id)).out).toBe('It had already ended.\n');
    expect((await runCommand('ads', 'end', 'x')).err).toContain("There's no ad with the id x.");
    // the command has the clock of this machine, the server that of the test
    const { rows: ended } = await pool.query('select from ad where ends_at <= now()');
    expect(ended).toHaveLength(1);
  });

  it('grants, revokes, verifies and unverifies; each act is idempotent', async () => {
    const ann = await person('Ann', 'Lee');
    const now = async () => {
      const { isAdmin, verified } = (await as(ann, { url: '/api/auth/user' })).json();
      return { isAdmin, verified };
    };
    const email = emailOf(ann.userId);
    for (const [act, expected] of [
      ['grant', { isAdmin: true, verified: false }],
      ['verify', { isAdmin: true, verified: true }],
      ['revoke', { isAdmin: false, verified: true }],
      ['unverify', { isAdmin: false, verified: false }],
    ] as const) {
      expect((await runCommand(act, email)).out).toMatch(/ (now|no longer) (an organizer|verified)\.\n$/);
      expect(await now()).toEqual(expected);
      expect((await runCommand(act, email)).out).toMatch(/ is already | isn't /);
    }
    expect((await runCommand('invite')).out).toMatch(/^Send this link to one person.*\nhttp.*invitation%3D/);
    const acts = (await admin.latestAdminActions(ctx)).filter((act) => act.subject_id === ann.userId);
    expect(acts).toHaveLength(4);
  });

  it('vouches for a person, who is known from then on; each act is idempotent', async () => {
    const ann = await person('Ann', 'Lee');
    const email = emailOf(ann.userId);
    const trust = async () => (await admin.findPerson(ctx, email))?.trust;
    expect(await trust()).toBe('new');
    expect((await runCommand('vouch', email)).out).toMatch(/ is now known here, on your word\.\n$/);
    expect(await trust()).toBe('known');
    expect((await runCommand('vouch', email)).out).toMatch(/^You already vouched for /);
    expect((await runCommand('unvouch', email)).out).toMatch(/^Your word for .* is taken back\./);
    expect(await trust()).toBe('new');
    expect((await runCommand('unvouch', email)).out).toMatch(/^No one vouched for /);
    const acts = (await admin.latestAdminActions(ctx)).filter((act) => act.subject_id === ann.userId);
    expect(acts.map(({ act }) => act)).toEqual(['unvouch', 'vouch']);
    // an open app learns of the new limits
    const { rowCount } = await pool.query(
      "select from live_event where kind = 'account_changed' and payload->>'personId' = $1",
      [ann.userId],
    );
    expect(rowCount).toBe(2);
  });

  it('reads and closes reports; their text cannot move the cursor', async () => {
    const [rosa, amir] = [await person('Rosa', 'Delgado'), await person('Amir', 'Haddad')];
    const { conversationId } = await claimListing(ctx, amir, (await listing(rosa)).id, 1);
    const said = await sendMessage(ctx, rosa, conversationId, 'Go\u001b[2Jaway\u202e');
    const payload = {
      subject: { type: 'message', id: said.id },
      reason: 'harassment',
      details: 'first line\nsecond\u0007',
    };
    const { id } = (await as(amir, { method: 'POST', url: '/api/reports', payload })).json();
    const list = await runCommand('reports');
    expect(list.out).toMatch(new RegExp(`message +harassment +${id}`));
    const shown = await runCommand('reports', 'show', id);
    expect(shown.out).toContain('Go\\u001b[2Jaway\\u202e');
    expect(shown.out).toContain('    first line\n    second\n');
    const about = `about     Rosa Delgado <${emailOf(rosa.userId)}>`;
    expect(shown.out).toContain(`${about}\n          a member, not known yet\n`);
    for (const control of ['\u0007', '\u001b', '\u202e']) expect(shown.out).not.toContain(control);
    expect(await admin.latestAdminActions(ctx)).not.toContainEqual(
      expect.objectContaining({ subject_id: id }),
    );
    expect((await runCommand('reports', 'show', id, '--talk')).out).toContain('[claimed]');
    expect((await runCommand('reports', 'close', id, 'talked', 'to', 'Rosa')).code).toBe(0);
    expect((await runCommand('reports', 'show', id)).out).toContain('talked to Rosa');
    expect((await runCommand('reports')).out).not.toContain(id);
    expect((await as(amir, { url: '/api/reports' })).json()[0].closedAt).not.toBeNull();
  });

  it('removes only with confirmation: --yes is required without a terminal', async () => {
    const rosa = await person('Rosa');
    const food = await listing(rosa, { title: 'Vile' });
    const refused = await runCommand('remove', 'listing', food.id);
    expect([refused.code, refused.err]).toEqual([
      1,
      'Nothing was changed. (Without a terminal, add --yes.)\n',
    ]);
    expect((await getListing(ctx, rosa, food.id)).title).toBe('Vile');
    expect(await runCommand('remove', 'listing', food.id, '--yes')).toMatchObject({ code: 0 });
    expect((await getListing(ctx, rosa, food.id)).title).toBe('Removed');
    expect(await runCommand('remove', 'person', emailOf(rosa.userId), '--yes')).toMatchObject({ code: 0 });
    expect((await as(rosa, { url: '/api/auth/user' })).statusCode).toBe(401);
  });

  it.each([
    [['pause', 'nobody@example.org'], 1, /^There's no one here with the email or id nobody@example\.org/],
    [['verify', '\u001b[2J'], 1, /^There's no one here with the email or id \\u001b\[2J/],
    [['remove', 'listing', 'x', '--yes'], 1, /^There's no listing with the id x\.\n$/],
    [
      ['remove', 'photo', '019a0000-0000-7000-8000-000000000000', '--yes'],
      1,
      /^There's no photo with the id 019a/,
    ],
    [['reports', 'show', '019a0000-0000-7000-8000-000000000000'], 1, /^There's no report/],
    [['reports', 'show'], 2, /^Which one\?/],
    [['remove', 'everything', 'x'], 2, /^Remove what\?/],
    [['pause'], 2, /^Who\?.+npm run admin -- people /],
    [['people'], 2, /^Look for whom\?/],
    [['dance'], 2, /^"dance" isn't a command/],
    [['log', '--sudo'], 2, /^Run your community/],
    [[], 2, /^Run your community/],
  ] as const)('%j is refused with a message, and changes nothing', async (words, code, says) => {
    const before = (await admin.latestAdminActions(ctx)).length;
    const answer = await runCommand(...words);
    expect([answer.code, answer.out]).toEqual([code, '']);
    expect(answer.err).toMatch(says);
    expect(answer.err).not.toContain('    at ');
    expect(await admin.latestAdminActions(ctx)).toHaveLength(before);
  });

  it('prints one line if there is no database, or no community in it', async () => {
    const away = await runAdminHere({ ...env, DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'log');
    expect([away.code, away.err]).toEqual([
      1,
      "The database isn't responding (ECONNREFUSED): nothing was changed.\n",
    ]);
    const empty = await runAdminHere({ DATA_DIR: path.join(dataDir, 'none'), TIME_ZONE: 'UTC' }, 'log');
    expect([empty.code, empty.err]).toMatchObject([
      1,
      expect.stringMatching(/^There's no community in .+\n$/),
    ]);
    const elsewhere = path.join(dataDir, 'elsewhere');
    const other = await runAdminHere({ ...env, SESSION_SECRET: '', DATA_DIR: elsewhere }, 'log');
    expect([other.code, other.err]).toMatchObject([
      1,
      expect.stringMatching(/^There's no community in .+elsewhere/),
    ]);
    // no secrets are generated: they would differ from the server's
    expect(existsSync(elsewhere)).toBe(false);
    const help = await runAdmin({}, '--help');
    expect([help.code, help.err]).toEqual([0, '']);
  });
});

describe('printed tables', () => {
  it('keep their columns, and escape terminal control sequences', () => {
    expect(
      tableLines(
        ['a', 'bee'],
        [
          ['one', 'x\ty'],
          ['é', ''],
        ],
      ),
    ).toEqual(['a    bee', 'one  x\\u0009y', 'é']);
    expect(printable('a\nb\u009b1m\u2066c 👩‍🍳')).toBe('a b\\u009b1m\\u2066c 👩‍🍳');
  });
});
