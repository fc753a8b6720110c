import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { cameByOwnName } from '#server/platform/http/own-name.ts';
import { presentUser } from '../../profile/profile.ts';
import { authOf, sessionCookieName } from '../better-auth.ts';
import { knownDeviceCookies } from './known-device.ts';
import * as store from './sessions.store.ts';

/** A request to sign in or out: its network address, current session, user agent and cookies, and the name it came by. */
export type Visitor = {
  readonly address: string;
  readonly caller: Caller | null;
  readonly userAgent?: string | undefined;
  /** The `Cookie` header. */
  readonly cookie?: string | undefined;
  /** See `cameByOwnName`. */
  readonly byOwnName: boolean;
};
export const visitorOf = ({ settings }: AppContext, { ip, caller, headers }: FastifyRequest): Visitor => ({
  address: ip,
  caller,
  userAgent: headers['user-agent'],
  cookie: headers.cookie,
  byOwnName: cameByOwnName(headers, settings),
});

/** A signed-in person, and the `Set-Cookie` lines of the session. */
export type SignedIn = { readonly user: User; readonly cookies: string[] };

type Entered = { readonly headers: Headers; readonly response: { readonly user: { readonly id: string } } };

/** The use of a session is recorded at most once in a quarter of an hour. */
const USE_RECORDED_EVERY_MS = 15 * MINUTE_MS;

/** The caller of a request by its cookies; null without a valid session. Reads once for each request. */
export async function readSession(ctx: AppContext, headers: IncomingHttpHeaders): Promise<Caller | null> {
  const { sessionSecret, publicUrl } = ctx.settings;
  const token = sessionToken(headers.cookie, sessionCookieName(publicUrl), sessionSecret);
  if (!token) return null;
  const now = ctx.clock.now();
  const session = await store.sessionByToken(ctx.db, token, now);
  if (!session) return null;
  const before = new Date(now.getTime() - USE_RECORDED_EVERY_MS);
  if (session.updated_at <= before) await store.recordUse(ctx.db, session.id, now, before);
  return { userId: session.person_id, sessionId: session.id };
}

/** The ids among these of sessions that have ended or expired. */
export const findEndedSessions = (ctx: AppContext, ids: readonly string[]): Promise<string[]> =>
  store.endedSessions(ctx.db, ids, ctx.clock.now());

/** The headers passed to the library: only the user agent, for the device name. */
export const libraryHeaders = ({ userAgent }: Visitor): Headers =>
  new Headers(userAgent === undefined ? {} : { 'user-agent': userAgent });

/** Ends the visitor's previous session, against session fixation. */
export async function endPreviousSession(ctx: AppContext, { caller }: Visitor): Promise<void> {
  if (caller) await store.deleteSession(ctx.db, caller.sessionId);
}

/** Starts a session by `enter` and ends the previous one; the device knows the account from then on. */
export async function startSession(
  ctx: AppContext,
  visitor: Visitor,
  enter: () => Promise<Entered>,
): Promise<SignedIn> {
  const { headers, response } = await enter();
  await endPreviousSession(ctx, visitor);
  const deviceCookies = await knownDeviceCookies(ctx, visitor.cookie, response.user.id);
  return {
    user: await presentUser(ctx, response.user.id),
    cookies: [...headers.getSetCookie(), ...deviceCookies],
  };
}

/** Signs in a person who has proven their identity otherwise. */
export async function signInAs(ctx: AppContext, visitor: Visitor, personId: string): Promise<SignedIn> {
  return startSession(ctx, visitor, () =>
    authOf(ctx).api.enterAs({ body: { personId }, headers: libraryHeaders(visitor), returnHeaders: true }),
  );
}

export async function clearingCookies(ctx: AppContext): Promise<string[]> {
  const { headers } = await authOf(ctx).api.signOut({ headers: new Headers(), returnHeaders: true });
  return headers.getSetCookie();
}

/** Ends the session; returns the `Set-Cookie` lines that clear the cookie. */
export async function signOut(ctx: AppContext, caller: Caller | null): Promise<string[]> {
  if (caller) await store.deleteSession(ctx.db, caller.sessionId);
  return clearingCookies(ctx);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

const signatureOf = (token: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(token).digest();

/** The signed cookie value of a token. */
export function signedToken(token: string, secret: string): string {
  return encodeURIComponent(`${token}.${signatureOf(token, secret).toString('base64')}`);
}

/**
 * Reads the token in the cookie `name` of a `Cookie` header, stored as `token.signature` (HMAC-SHA256, base64); null
 * without a valid signature of `secret`.
 */
export function sessionToken(header: string | undefined, name: string, secret: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, Math.max(0, equals)).trim() !== name) continue;
    const value = decoded(pair.slice(equals + 1).trim());
    const dot = value.lastIndexOf('.');
    if (dot < 1) continue;
    const token = value.slice(0, dot);
    const given = Buffer.from(value.slice(dot + 1), 'base64');
    const expected = signatureOf(token, secret);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return token;
  }
  return null;
}
