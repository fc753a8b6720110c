import { getUser, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { signIn } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import {
  listMessages,
  readConversation,
  sendMessage,
} from '@openlarder/domain/messaging/message-contract.ts';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import {
  call,
  callOrNullOn401,
  callWithHeaders,
  fillPath,
  nextCursor,
  queryString,
  waitingCalls,
} from './call.ts';
import { errorMessage, HttpError, isNetworkError, isUnauthorized, UnauthorizedError } from './http-error.ts';

const id = '0198a0aa-0000-7000-8000-000000000001';

/** Sets the page's address and records where it is sent to. */
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
  it('fills the path and rejects a missing value', () => {
    expect(fillPath('/api/a/{id}/b/{other}', { id: 'x y', other: '/' })).toBe('/api/a/x%20y/b/%2F');
    expect(() => fillPath('/api/a/{id}', {})).toThrow('"id"');
  });

  it('omits null and undefined and repeats an array', () => {
    expect(queryString({ a: 1, b: null, c: undefined, d: ['x', null, 'y'], e: false })).toBe(
      '?a=1&d=x&d=y&e=false',
    );
    expect(queryString({ a: null })).toBe('');
  });
});

describe('call', () => {
  it('sends the body as JSON with its idempotency key and returns the data', async () => {
    const message = {
      id,
      conversationId: id,
      senderId: id,
      content: 'Hello',
      event: null,
      note: null,
      eventTime: null,
      photo: null,
      createdAt: '2026-11-21T10:00:00Z',
    };
    const heard = reply(sendMessage, message);
    const got = await call(sendMessage, { params: { id }, body: { content: 'Hello' }, idempotencyKey: 'k1' });
    expect(got).toEqual(message);
    expect(heard[0]?.params).toEqual({ id });
    expect(heard[0]?.body).toEqual({ content: 'Hello' });
    expect(heard[0]?.headers.get('idempotency-key')).toBe('k1');
    expect(heard[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('sends neither body nor content type without a body, and returns null for 204', async () => {
    const heard = reply(readConversation, null);
    expect(await call(readConversation, { params: { id } })).toBeNull();
    expect(heard[0]?.body).toBeUndefined();
    expect(heard[0]?.headers.get('content-type')).toBeNull();
  });

  it('puts the query into the address', async () => {
    const heard = reply(listMessages, []);
    await call(listMessages, { params: { id }, query: { limit: 20, cursor: undefined } });
    expect(heard[0]?.query.toString()).toBe('limit=20');
  });

  it('returns the headers on request', async () => {
    reply(listListings, [], { 'X-Total-Count': '41' });
    const { data, headers } = await callWithHeaders(listListings);
    expect(data).toEqual([]);
    expect(headers.get('x-total-count')).toBe('41');
  });
});

describe('a response that is not OK', () => {
  it('has the message "<status>: <body text>", with the user message and fields', async () => {
    standAt('/');
    replyError(updateProfile, 422, {
      code: 'check-fields',
      message: 'Please enter your first name',
      fields: { firstName: 'Please enter your first name' },
    });
    const error = await call(updateProfile, { body: {} }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      status: 422,
      code: 'check-fields',
      userMessage: 'Please enter your first name',
      fields: { firstName: 'Please enter your first name' },
    });
    expect(String(error)).toContain('422: {"code":"check-fields"');
  });

  it('has the status text as its message if the body is empty', async () => {
    api.use(
      http.get('*/api/food-listings', () => new HttpResponse(null, { status: 503, statusText: 'Away' })),
    );
    await expect(call(listListings)).rejects.toThrow(/^503: Away$/);
  });

  it('has a user message also if the server sent none', async () => {
    api.use(http.get('*/api/food-listings', () => new HttpResponse('<h1>Bad Gateway</h1>', { status: 502 })));
    const error = await call(listListings).catch((caught: unknown) => caught);
    expect(errorMessage(error)).toBe('Something went wrong on our side. Please try again.');
  });

  it('is distinguished from no response', async () => {
    replyNetworkError(listListings);
    const error = await call(listListings).catch((caught: unknown) => caught);
    expect(isNetworkError(error)).toBe(true);
    expect(errorMessage(error)).toBe("We couldn't reach the server. Check your connection and try again.");
  });

  it("has the server's Retry-After", async () => {
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

it.each([200, 511])(
  'a page in the place of a reply, as of a hotel network (%i), is no reply',
  async (status) => {
    const heardMs = Date.now();
    api.use(
      http.all('*', () =>
        HttpResponse.html('<title>Welcome, please accept our terms</title>', {
          status,
          headers: { Date: new Date(0).toUTCString(), 'Cache-Control': 'no-store' },
        }),
      ),
    );
    const error = await call(listMessages, { params: { id } }).catch((reason: unknown) => reason);
    expect(isNetworkError(error)).toBe(true);
    expect(Date.now()).toBeGreaterThanOrEqual(heardMs);
  },
);

describe('a server with too much to do', () => {
  const busy = (retryAfter: string, code = 'busy') =>
    HttpResponse.json({ code, message: 'Wait.' }, { status: 503, headers: { 'Retry-After': retryAfter } });

  it('is asked again after the pause, and meanwhile the page knows', async () => {
    let asked = 0;
    const waiting: number[] = [];
    const stop = waitingCalls.subscribe(() => waiting.push(waitingCalls.get()));
    api.use(
      http.get('*/api/food-listings', () =>
        ++asked === 1 ? busy('0.01', 'closing') : HttpResponse.json([]),
      ),
    );
    expect(await call(listListings)).toEqual([]);
    stop();
    expect([asked, waiting]).toEqual([2, [1, 0]]);
  });

  it('is asked five times, not for ever', async () => {
    let asked = 0;
    api.use(http.get('*/api/food-listings', () => (asked++, busy('0.01'))));
    await expect(call(listListings)).rejects.toMatchObject({ code: 'busy' });
    expect(asked).toBe(5);
  });

  it.each([
    ['a call that was refused', 'busy', '0.01', 5],
    ['not one that may have been done', 'database-away', '0.01', 1],
    ['not one whose pause is long', 'busy', '60', 1],
  ])('is sent again %s', async (_, code, retryAfter, times) => {
    let asked = 0;
    api.use(http.post('*/api/conversations/:id/read', () => (asked++, busy(retryAfter, code))));
    await expect(call(readConversation, { params: { id } })).rejects.toMatchObject({ code });
    expect(asked).toBe(times);
  });
});

describe('401', () => {
  const signedOut = { code: 'signed-out', message: 'Please sign in.' };

  it.each(['/', '/landing', '/api/login'])('is an ordinary error on %s', async (page) => {
    const went = standAt(page);
    replyError(getUser, 401, signedOut);
    const error = await call(getUser).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HttpError);
    expect(isUnauthorized(error)).toBe(true);
    expect(went).toEqual([]);
  });

  it('leads to the sign-in page from any other page, and back', async () => {
    const went = standAt('/donate', '?step=2');
    replyError(getUser, 401, signedOut);
    const error = await call(getUser).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(String(error)).toContain('Unauthorized');
    expect(went).toEqual(['/api/login?returnTo=%2Fdonate%3Fstep%3D2&ended']);
  });

  it('is null if the caller asked for that', async () => {
    const went = standAt('/donate');
    replyError(getUser, 401, signedOut);
    expect(await callOrNullOn401<typeof getUser>(getUser)).toBeNull();
    expect(went).toEqual([]);
  });
});

const cursorOf = (link?: string) => nextCursor(new Headers(link === undefined ? {} : { Link: link }));

describe('the next page in a Link header', () => {
  it('is the cursor of rel="next"', () => {
    expect(cursorOf('</api/food-listings?limit=24&cursor=a%2Fb>; rel="next"')).toBe('a/b');
  });
  it('is found among other links', () => {
    expect(cursorOf('</x?cursor=old>; rel="prev", </x?cursor=new,er>; rel="next"')).toBe('new,er');
  });
  it('is null without one', () => {
    expect(cursorOf()).toBeNull();
    expect(cursorOf('</x?cursor=old>; rel="prev"')).toBeNull();
    expect(cursorOf('nonsense')).toBeNull();
  });
});
