import { getUser, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { signIn } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import {
  listMessages,
  readConversation,
  sendMessage,
} from '@openlarder/domain/messaging/message-contract.ts';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, api, loseContact, refuse } from '#web/testing/api.ts';
import { call, callOrNullOn401, callWithHeaders, fillPath, queryString } from './call.ts';
import { HttpError, isNetworkError, isUnauthorized, errorMessage, UnauthorizedError } from './http-error.ts';

const id = '0198a0aa-0000-7000-8000-000000000001';

/** Puts the page at an address and hears where it is sent to. */
function standAt(pathname: string, search = ''): string[] {
  const went: string[] = [];
  vi.stubGlobal('location', {
    pathname,
    search,
    origin: 'http://localhost:3000',
    href: `http://localhost:3000${pathname}${search}`,
    assign: (to: string) => went.push(to),
  });
  return went;
}

afterEach(() => vi.unstubAllGlobals());

describe('the address of a call', () => {
  it('fills the path and refuses a name without a value', () => {
    expect(fillPath('/api/a/{id}/b/{other}', { id: 'x y', other: '/' })).toBe('/api/a/x%20y/b/%2F');
    expect(() => fillPath('/api/a/{id}', {})).toThrow('"id"');
  });

  it('leaves out null and undefined and repeats an array', () => {
    expect(queryString({ a: 1, b: null, c: undefined, d: ['x', null, 'y'], e: false })).toBe(
      '?a=1&d=x&d=y&e=false',
    );
    expect(queryString({ a: null })).toBe('');
  });
});

describe('call', () => {
  it('sends the body as JSON with its idempotency key and hands back the answer', async () => {
    const message = {
      id,
      conversationId: id,
      senderId: id,
      content: 'Hello',
      event: null,
      photo: null,
      createdAt: '2026-11-21T10:00:00Z',
    };
    const heard = answer(sendMessage, message);
    const got = await call(sendMessage, { params: { id }, body: { content: 'Hello' }, idempotencyKey: 'k1' });
    expect(got).toEqual(message);
    expect(heard[0]?.params).toEqual({ id });
    expect(heard[0]?.body).toEqual({ content: 'Hello' });
    expect(heard[0]?.headers.get('idempotency-key')).toBe('k1');
    expect(heard[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('sends neither a body nor its type where there is none, and answers null to 204', async () => {
    const heard = answer(readConversation, null);
    expect(await call(readConversation, { params: { id } })).toBeNull();
    expect(heard[0]?.body).toBeUndefined();
    expect(heard[0]?.headers.get('content-type')).toBeNull();
  });

  it('puts the query into the address', async () => {
    const heard = answer(listMessages, []);
    await call(listMessages, { params: { id }, query: { limit: 20, cursor: undefined } });
    expect(heard[0]?.query.toString()).toBe('limit=20');
  });

  it('hands back headers when asked', async () => {
    answer(listListings, [], { 'X-Total-Count': '41' });
    const { data, headers } = await callWithHeaders(listListings);
    expect(data).toEqual([]);
    expect(headers.get('x-total-count')).toBe('41');
  });
});

describe('an answer that is not OK', () => {
  it('is told as "<status>: <body text>", with the sentence and the fields for people', async () => {
    standAt('/');
    refuse(updateProfile, 422, {
      code: 'check-fields',
      message: 'Please enter your first name',
      fields: { firstName: 'Please enter your first name' },
    });
    const error = await call(updateProfile, { body: {} }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      status: 422,
      code: 'check-fields',
      sentence: 'Please enter your first name',
      fields: { firstName: 'Please enter your first name' },
    });
    expect(String(error)).toContain('422: {"code":"check-fields"');
  });

  it('is told by its status text when the body is empty', async () => {
    api.use(
      http.get('*/api/food-listings', () => new HttpResponse(null, { status: 503, statusText: 'Away' })),
    );
    await expect(call(listListings)).rejects.toThrow(/^503: Away$/);
  });

  it('has a sentence even where the server had none', async () => {
    api.use(http.get('*/api/food-listings', () => new HttpResponse('<h1>Bad Gateway</h1>', { status: 502 })));
    const error = await call(listListings).catch((caught: unknown) => caught);
    expect(errorMessage(error)).toBe('Something went wrong on our side. Please try again.');
  });

  it('knows an answer that never came', async () => {
    loseContact(listListings);
    const error = await call(listListings).catch((caught: unknown) => caught);
    expect(isNetworkError(error)).toBe(true);
    expect(errorMessage(error)).toBe('We could not reach the server. Check your connection and try again.');
  });

  it('says how long to wait', async () => {
    standAt('/api/login');
    api.use(
      http.post('*/api/auth/sign-in/email', () =>
        HttpResponse.json(
          { code: 'slow-down', message: 'Wait.' },
          { status: 429, headers: { 'Retry-After': '30' } },
        ),
      ),
    );
    await expect(call(signIn, { body: { email: 'a@example.org', password: 'x' } })).rejects.toMatchObject({
      retryAfterSeconds: 30,
    });
  });
});

describe('401', () => {
  const signedOut = { code: 'signed-out', message: 'Please sign in.' };

  it.each(['/', '/landing', '/api/login'])('is an ordinary error on %s', async (page) => {
    const went = standAt(page);
    refuse(getUser, 401, signedOut);
    const error = await call(getUser).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HttpError);
    expect(isUnauthorized(error)).toBe(true);
    expect(went).toEqual([]);
  });

  it('leads to the sign-in page from anywhere else, and back', async () => {
    const went = standAt('/donate', '?step=2');
    refuse(getUser, 401, signedOut);
    const error = await call(getUser).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(String(error)).toContain('Unauthorized');
    expect(went).toEqual(['/api/login?returnTo=%2Fdonate%3Fstep%3D2']);
  });

  it('is null where that was asked for', async () => {
    const went = standAt('/donate');
    refuse(getUser, 401, signedOut);
    expect(await callOrNullOn401<typeof getUser>(getUser)).toBeNull();
    expect(went).toEqual([]);
  });
});
