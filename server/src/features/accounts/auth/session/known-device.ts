import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { isSecure, sessionCookieName } from '../better-auth.ts';
import { passwordByEmail, passwordOf } from '../credentials.store.ts';

// A device that has signed in keeps a cookie that proves it, so that a stranger's guesses at a password cannot use up
// the tries of its owner (OWASP: "Device Cookies"). It signs nobody in.

const LASTS_SECONDS = (400 * DAY_MS) / 1000;
/** A family's phone knows several accounts. */
const MAX_ACCOUNTS = 4;

const cookieName = ({ settings }: AppContext): string => `${sessionCookieName(settings.publicUrl)}-device`;

type Device = { readonly id: string; readonly proofs: readonly string[] };

/** What the cookie says; its proofs are not checked. */
function deviceOf(ctx: AppContext, header: string | undefined): Device | null {
  const prefix = `${cookieName(ctx)}=`;
  const pair = header?.split(';').find((one) => one.trim().startsWith(prefix));
  const [id, ...proofs] = pair?.trim().slice(prefix.length).split('.') ?? [];
  return id ? { id: id.slice(0, 64), proofs: proofs.slice(0, MAX_ACCOUNTS) } : null;
}

/** Proves that the device signed in to an account with the password that it has now; names neither. */
const proofOf = ({ settings }: AppContext, deviceId: string, personId: string, hash: string): string =>
  createHmac('sha256', `device:${settings.sessionSecret}`)
    .update(`${deviceId}.${personId}.${hash}`)
    .digest('base64url');

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The key under which this device's tries at an account are counted; null for a device that has not signed in to it
 * since its password was last changed.
 */
export async function knownDeviceKey(
  ctx: AppContext,
  cookie: string | undefined,
  email: string,
): Promise<string | null> {
  const device = deviceOf(ctx, cookie);
  if (!device || device.proofs.length === 0) return null;
  const account = await passwordByEmail(ctx.db, email);
  if (!account?.password) return null;
  const proof = proofOf(ctx, device.id, account.person_id, account.password);
  return device.proofs.some((given) => isSame(given, proof)) ? proof : null;
}

/** The `Set-Cookie` lines by which the device knows this person's account from now on; none without a password. */
export async function knownDeviceCookies(
  ctx: AppContext,
  cookie: string | undefined,
  personId: string,
): Promise<string[]> {
  const hash = await passwordOf(ctx.db, personId);
  if (hash === null) return [];
  const device = deviceOf(ctx, cookie) ?? { id: ctx.newId(), proofs: [] };
  const proof = proofOf(ctx, device.id, personId, hash);
  const proofs = [proof, ...device.proofs.filter((other) => other !== proof)].slice(0, MAX_ACCOUNTS);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(ctx.settings.publicUrl) ? '; Secure' : ''}`;
  return [`${cookieName(ctx)}=${[device.id, ...proofs].join('.')}; Max-Age=${LASTS_SECONDS}; ${attributes}`];
}
