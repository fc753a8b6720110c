import { writeFile } from 'node:fs/promises';
import { AppError, errorText, notFound, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { requiredText } from '@openlarder/domain/kernel/wire-schemas.ts';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testDatabase } from '#server/test/test-database.ts';
import { errorBody, InvalidInput, setErrorReplies } from './http-errors.ts';

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

  it('names a full disk, of the database or of the photos', async () => {
    const full = await answerTo('select 1', `do $$ begin raise exception using errcode = '53100'; end $$`);
    expect([full.statusCode, full.json().code, full.headers['retry-after']]).toEqual([
      503,
      'storage-full',
      '60',
    ]);
    const app = Fastify();
    const isFull = setErrorReplies(app);
    app.get('/', async () => writeFile('/dev/full', 'a photo'));
    expect(isFull()).toBe(false);
    const { statusCode, json } = await app.inject('/');
    expect([statusCode, json().code]).toEqual([503, 'storage-full']);
    // readiness says so in its details
    expect(isFull()).toBe(true);
  });

  it('returns 500 for an invalid statement', async () => {
    const response = await answerTo('select 1', 'select 1 / 0');
    expect([response.statusCode, response.json().code]).toEqual([500, 'fault']);
  });
});

describe('an error', () => {
  const limited = new AppError(409, 'claim-limit.day', { params: { max: 10, waitMs: 2 * HOUR_MS } });

  it('is sent as code, reason and parameters, with its sentence', () => {
    expect(errorBody(limited, 'en')).toEqual({
      code: 'claim-limit',
      reason: 'day',
      params: { max: 10, waitMs: 2 * HOUR_MS },
      message:
        "You've claimed 10 times in 24 hours. So there's enough for everyone, you can claim again in 2 hours.",
    });
    expect(errorBody(notFound(), 'en')).toEqual({ code: 'not-found', message: "We couldn't find that." });
  });

  it('is sent with the text of each field; the first one is the message', () => {
    const refused = unprocessable({
      title: errorText('too-long', { max: 120 }),
      code: errorText('servings.min', { min: 1 }),
      name: errorText('wrong-code'),
    });
    expect(errorBody(refused, 'en')).toEqual({
      code: 'check-fields',
      message: 'Please keep this to 120 characters',
      fields: {
        title: 'Please keep this to 120 characters',
        code: 'Must be at least 1 serving',
        name: "That's not the code on the ticket.",
      },
      fieldErrors: {
        title: { code: 'too-long', params: { max: 120 } },
        code: { code: 'servings', reason: 'min', params: { min: 1 } },
        name: { code: 'wrong-code' },
      },
    });
  });

  it.each([
    ['es', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en;q=0.2, es;q=0.7', 'es'],
    ['eo, en; q=0.1 ,es ;Q=0.5', 'es'],
    ['en;q=0.5,es;q=0.5', 'en'],
    ['es;q=0', 'en'],
    ['es;q=many, en;q=0.1', 'en'],
    ['tlh, eo;q=0.8', 'en'],
    ['*', 'en'],
    [undefined, 'en'],
  ] as const)('is for "%s" in the language %s', async (asked, language) => {
    const app = Fastify();
    setErrorReplies(app);
    app.get('/', () => Promise.reject(limited));
    const headers = asked === undefined ? {} : { 'accept-language': asked };
    const response = await app.inject({ url: '/', headers });
    expect([response.statusCode, response.json()]).toEqual([409, errorBody(limited, language)]);
  });
});

describe('invalid input', () => {
  async function answerFor(schema: z.core.$ZodType, input: unknown) {
    const app = Fastify();
    setErrorReplies(app);
    const { error } = z.core.safeParse(schema, input, { reportInput: true });
    app.get('/', () => Promise.reject(new InvalidInput(error?.issues ?? [])));
    const response = await app.inject('/');
    return [response.statusCode, response.json()];
  }

  it('has the texts of the contract', async () => {
    const body = z.object({ title: requiredText('required.title', 5) });
    expect(await answerFor(body, { title: 'Soup of leeks' })).toEqual([
      422,
      {
        code: 'check-fields',
        message: 'Please keep this to 5 characters',
        fields: { title: 'Please keep this to 5 characters' },
        fieldErrors: { title: { code: 'too-long', params: { max: 5 } } },
      },
    ]);
  });

  it('does not contain messages of the library', async () => {
    const body = z.object({ list: z.array(z.string()).check(z.maxLength(1)) });
    const said = { list: 'Please check this.' };
    const fieldErrors = { list: { code: 'invalid' } };
    expect(await answerFor(body, { list: ['a', 'b'] })).toEqual([
      422,
      { code: 'check-fields', message: said.list, fields: said, fieldErrors },
    ]);
    expect(await answerFor(body, { list: 'a' })).toEqual([
      400,
      { code: 'malformed', message: said.list, fields: said, fieldErrors },
    ]);
  });
});
