import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { setErrorReplies } from './http-errors.ts';

const { pool } = await testDatabase();

/** The reply to a call that runs this statement on a connection with that setup. */
async function answerTo(setup: string, statement: string) {
  const app = Fastify();
  setErrorReplies(app);
  app.get('/', async () => {
    const client = await pool.connect();
    try {
      await client.query(setup);
      await client.query('begin');
      await client.query(statement);
      return {};
    } finally {
      client.release(true);
    }
  });
  return app.inject('/');
}

describe('a database error', () => {
  it('returns 503 for a timeout', async () => {
    const response = await answerTo('set statement_timeout = 20', 'select pg_sleep(1)');
    expect([response.statusCode, response.json().code]).toEqual([503, 'database-away']);
    expect(response.headers['retry-after']).toBe('2');
  });

  it('returns 500 for an invalid statement', async () => {
    const response = await answerTo('select 1', 'select 1 / 0');
    expect([response.statusCode, response.json().code]).toEqual([500, 'fault']);
  });
});
