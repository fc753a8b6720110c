import Fastify, { LogController } from 'fastify';
import { describe, expect, test } from 'vitest';
import { redact } from './log.ts';
import { logRequests, makeLog } from '#server/platform/log/log.ts';
import { testDatabase } from '#server/test/test-database.ts';

const NOON = new Date('2026-03-01T12:00:00Z');

function listen(level: Parameters<typeof makeLog>[0] = 'info') {
  const lines: string[] = [];
  const log = makeLog(level, { write: (line) => lines.push(line), now: () => NOON });
  return { lines, log, events: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}

describe('a line', () => {
  test('is one JSON object with level, time, fields and message', () => {
    const { lines, log } = listen();
    log.info({ port: 3000 }, 'listening');
    log.warn('low on space');
    expect(lines).toEqual([
      '{"level":"info","time":"2026-03-01T12:00:00.000Z","port":3000,"msg":"listening"}\n',
      '{"level":"warn","time":"2026-03-01T12:00:00.000Z","msg":"low on space"}\n',
    ]);
  });

  test('is not written below the level; a child has its own level and fields', () => {
    const { log, events } = listen('warn');
    log.info('quiet');
    const child = log.child({ job: 'expire' }, { level: 'debug' });
    child.debug('heard');
    child.child({ run: 2 }).error('twice');
    expect(events()).toMatchObject([
      { level: 'debug', job: 'expire', msg: 'heard' },
      { level: 'error', job: 'expire', run: 2, msg: 'twice' },
    ]);
  });

  test('stays one line without control characters, for any content', () => {
    const { lines, log } = listen();
    log.info({ name: 'a\nb\r\u001b[31m\u0085\u009b\u007f\u2028' }, 'x\u0000');
    expect(lines[0]).toMatch(/^[\u0020-\u007e]+\n$/);
  });

  test('is not written at level silent', () => {
    const { lines, log } = listen('silent');
    log.fatal('gone');
    expect(lines).toEqual([]);
  });
});

describe('redaction', () => {
  test.each([
    [
      'an e-mail address in a text',
      { note: 'mail to ann@example.org failed' },
      { note: 'mail to [e-mail] failed' },
    ],
    ['an e-mail address with a slash', { note: '<a/b@x.org>:' }, { note: '<[e-mail]>:' }],
    [
      'no file of a stack',
      { at: 'send (/app/node_modules/@fastify/send/lib/send.js:1:2), pg@8.1.0/lib/client.js' },
      { at: 'send (/app/node_modules/@fastify/send/lib/send.js:1:2), pg@8.1.0/lib/client.js' },
    ],
    ['a query string', { at: 'GET /api/login?token=abc failed' }, { at: 'GET /api/login?… failed' }],
    ['a password in an address', { at: 'postgres://u:pw@db/x' }, { at: 'postgres://[withheld]@db/x' }],
    [
      'fields of keys',
      { sessionToken: 'a', set_cookie: 'b', password: 'c' },
      withheld('sessionToken', 'set_cookie', 'password'),
    ],
    [
      'fields of people',
      { email: 'a', phone: 'b', pickupAddress: 'c', ip: 'd' },
      withheld('email', 'phone', 'pickupAddress', 'ip'),
    ],
    [
      'fields of content',
      { body: { a: 1 }, headers: {}, content: 'hi' },
      withheld('body', 'headers', 'content'),
    ],
    ['deep inside', { job: { payload: { email: 'x' } } }, { job: { payload: { email: '[withheld]' } } }],
    [
      'nothing of what is harmless',
      { membership: 1, ship: 'a', count: 2 },
      { membership: 1, ship: 'a', count: 2 },
    ],
  ])('%s', (_, given, kept) => {
    expect(redact(given)).toEqual(kept);
  });

  test('removes values that PostgreSQL quotes in its errors', async () => {
    const { pool } = await testDatabase();
    const error: unknown = await pool.query("select 'my secret soup'::uuid").catch((fault: unknown) => fault);
    const kept = redact({ error });
    expect(JSON.stringify(kept)).not.toContain('soup');
    expect(kept).toMatchObject({ error: { code: '22P02', routine: expect.any(String) } });
  });

  test('keeps text and stack of other errors', () => {
    const kept = redact({
      error: new TypeError('no such part', { cause: new Error('from ann@example.org') }),
    });
    expect(kept).toMatchObject({
      error: {
        type: 'TypeError',
        text: 'no such part',
        at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
        cause: { text: 'from [e-mail]' },
      },
    });
  });

  test('ends at circular references', () => {
    const round: Record<string, unknown> = { name: 'a' };
    round['self'] = round;
    expect(JSON.stringify(redact(round))).toContain('[deeper]');
  });
});

describe('a request', () => {
  test('is one line with the pattern of its route and not its URL', async () => {
    const { log, events, lines } = listen();
    const app = Fastify({
      loggerInstance: log,
      logController: new LogController({ disableRequestLogging: true }),
    });
    logRequests(app);
    app.get('/people/:id', async () => ({ name: 'Ann' }));
    app.get('/healthz', { logLevel: 'warn' }, async () => ({}));
    await app.inject({ url: '/people/ann-42?email=ann@example.org', headers: { cookie: 'session=abc' } });
    await app.inject('/healthz');
    await app.inject('/nowhere/at-all');
    expect(events()).toEqual([
      {
        level: 'info',
        time: NOON.toISOString(),
        reqId: expect.any(String),
        method: 'GET',
        route: '/people/:id',
        status: 200,
        ms: expect.any(Number),
      },
      expect.objectContaining({ route: 'none', status: 404 }),
    ]);
    expect(lines.join('')).not.toMatch(/ann|abc|nowhere/);
    await app.close();
  });
});

function withheld(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '[withheld]']));
}
