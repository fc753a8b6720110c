import { i18n } from '@lingui/core';
import { VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import { safeReturnTo } from '@openlarder/domain/accounts/return-to.ts';
import {
  requestPasswordReset,
  signIn,
  signInWithProvider,
  signUp,
} from '@openlarder/domain/accounts/sign-in-contract.ts';
import type { signInBody, signUpBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { call } from '#web/lib/call.ts';
import { HttpError, SessionNotKeptError } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { fetchCurrentUser } from '../fetch-current-user.ts';

export type SignInValues = z.input<typeof signInBody>;
export type SignUpValues = z.input<typeof signUpBody>;

/**
 * Reloads the page, so that nothing of the previous visitor remains; an organization begins with its counter. Rejects if
 * the session was not kept.
 */
export async function reloadSignedIn(returnTo: string): Promise<void> {
  // without an answer, the page finds out
  const user = await fetchCurrentUser().catch(() => undefined);
  if (user === null) throw new SessionNotKeptError();
  clearReturnPath();
  const begins = returnTo === paths.home && user?.organizationName ? paths.tab('profile') : returnTo;
  window.location.assign(begins);
}

export function useSignIn(returnTo: string) {
  return useMutation({
    mutationFn: (body: SignInValues) => call(signIn, { body }),
    meta: { mayBeSignedOut: true },
    onSuccess: () => reloadSignedIn(returnTo),
  });
}

/** Signs up. Where the community sends mail, resolves to the address the mail went to, without a session. */
export function useSignUp(returnTo: string) {
  return useMutation({
    mutationFn: (values: SignUpValues) => call(signUp, { body: { ...values, language: i18n.locale } }),
    onSuccess: async (answer) => {
      if ('sentTo' in answer) storeReturnPath(returnTo, Date.now());
      else await reloadSignedIn(returnTo);
    },
  });
}

/** Redirects to the identity provider. After the browser's Back, the button is idle. */
export function useProviderSignIn(returnTo: string) {
  const leaving = useMutation({
    mutationFn: () => call(signInWithProvider, { body: { returnTo } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const { reset } = leaving;
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return leaving;
}

export function useRequestPasswordReset(returnTo: string) {
  return useMutation({
    mutationFn: (email: string) => call(requestPasswordReset, { body: { email } }),
    onSuccess: () => storeReturnPath(returnTo, Date.now()),
  });
}

export const isLinkExpired = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 409 && error.code === 'link-over';

/*
 * A mailed link does not know where the person wanted to go when they asked for it. The browser stores that
 * path for as long as the link can work. Without storage they start at home.
 */
const KEPT_MS = VERIFY_LINK_HOURS * HOUR_MS;

const stored = storedValue<readonly [path: string, untilMs: number]>({
  key: 'return-to',
  parse(value) {
    if (!Array.isArray(value)) return null;
    const [path, untilMs]: unknown[] = value;
    return typeof path === 'string' && typeof untilMs === 'number' ? [path, untilMs] : null;
  },
});

function storeReturnPath(returnTo: string, nowMs: number): void {
  if (returnTo !== '/') stored.set([returnTo, nowMs + KEPT_MS]);
}

export function readStoredReturnPath(nowMs: number): string {
  const [path, untilMs] = stored.get() ?? ['/', 0];
  return nowMs < untilMs ? safeReturnTo(path) : '/';
}

const clearReturnPath = (): void => stored.set(null);
