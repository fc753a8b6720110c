import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/test/test-database.ts';
import { PRODUCT_VERSION } from '../product-version.ts';
import { bindHealthRoutes, makeHttpServer } from './http-server.ts';
import { makeRateLimits } from './rate-limits.ts';

const { pool } = await testDatabase();
const opened: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

async function server(
  health: Partial<Parameters<typeof bindHealthRoutes>[1]> = {},
): Promise<FastifyInstance> {
  const app = await makeHttpServer({
    logger: undefined,
    readSession: async () => null,
    rateLimits: makeRateLimits(null),
    callerKey: null,
    origins: new Set(['https://food.example']),
    pageSources: { images: [] },
    secure: true,
    trustProxy: false,
  });
  bindHealthRoutes(app, {
    pool,
    worker: null,
    isStopping: () => false,
    isStarting: () => false,
    lateTask: () => null,
    mailTrouble: async () => null,
    ...health,
  });
  opened.push(app);
  return app;
}

describe('the headers of every reply', () => {
  it.each(['/healthz', '/nowhere', '/%', '/%c0'])('are on %s', async (url) => {
    const { headers } = await (await server()).inject(url);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      // the camera reads pickup codes and takes photos; nothing is recorded
      'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=(self)',
      'strict-transport-security': 'max-age=31536000',
    });
  });
});

describe('/readyz', () => {
  it('is 200 while the database takes writes', async () => {
    const response = await (await server()).inject('/readyz');
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ready' }]);
  });

  it('is 200 with details while no mail goes out, or a task is late', async () => {
    const mail = { since: new Date('2026-05-04T12:00:00Z'), answer: '554 5.7.1' };
    const app = await server({ mailTrouble: async () => mail, lateTask: () => 'settle_requests' });
    const response = await app.inject('/readyz');
    const details = {
      task: 'settle_requests',
      mail: { since: '2026-05-04T12:00:00.000Z', answer: '554 5.7.1' },
    };
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ready', details }]);
  });

  it('is 503 while the process still reads what it answers from', async () => {
    let isStarting = true;
    const app = await server({ isStarting: () => isStarting });
    const response = await app.inject('/readyz');
    expect([response.statusCode, response.headers['retry-after'], response.json()]).toEqual([
      503,
      '2',
      { code: 'not-ready', message: "We're just starting. Please try again in a moment." },
    ]);
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'alive', version: PRODUCT_VERSION });
    isStarting = false;
    expect((await app.inject('/readyz')).statusCode).toBe(200);
  });
});

describe('a server that closes', () => {
  it('reports it to its proxy while it still answers', async () => {
    const app = await server({ isStopping: () => true });
    const response = await app.inject('/readyz');
    expect([response.statusCode, response.json().code]).toEqual([503, 'closing']);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  /** Resolves with everything that the server sends until it ends the connection. */
  async function readAll(socket: Socket): Promise<string> {
    let received = '';
    for await (const part of socket.setEncoding('utf8')) received += part;
    return received;
  }

  it('answers a request on an open connection in the shape of every error', async () => {
    const app = await server();
    const arrived = once(app.server, 'connection');
    await app.listen({ port: 0 });
    const address = app.server.address();
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0);
    const [serverSide] = await arrived;
    const begun = 'GET /healthz HTTP/1.1\r\nHost: food.example\r\nAccept-Language: en\r\n';
    socket.write(begun);
    await expect.poll(() => serverSide.bytesRead).toBe(begun.length);
    const closed = app.close();
    socket.write('\r\n');
    const [head = '', body = ''] = (await readAll(socket)).split('\r\n\r\n');
    await closed;
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(head.toLowerCase().split('\r\n')).toEqual(
      expect.arrayContaining([
        'retry-after: 2',
        'connection: close',
        'content-type: application/json; charset=utf-8',
        expect.stringContaining("content-security-policy: default-src 'self'"),
      ]),
    );
    expect(JSON.parse(body)).toEqual({
      code: 'closing',
      message: "We're restarting right now. Please try again in a moment.",
    });
  });
});
