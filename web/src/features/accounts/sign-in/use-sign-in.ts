import {
  requestPasswordReset,
  signIn,
  signInWithProvider,
  signUp,
} from '@openlarder/domain/accounts/sign-in-contract.ts';
import type { signInBody, signUpBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { call } from '#web/lib/call.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { forgetReturnTo, keepReturnTo } from './stored-return-path.ts';

export type SignInValues = z.input<typeof signInBody>;
export type SignUpValues = z.input<typeof signUpBody>;

/** Reloads the page as the signed-in person, so that nothing of the previous visitor remains. */
export function enter(returnTo: string): void {
  forgetReturnTo();
  window.location.assign(returnTo);
}

export function useSignIn(returnTo: string) {
  return useMutation({
    mutationFn: (body: SignInValues) => call(signIn, { body }),
    onSuccess: () => enter(returnTo),
  });
}

/** Signs up. Where the community sends mail, resolves to the address the mail went to, without a session. */
export function useSignUp(returnTo: string) {
  return useMutation({
    mutationFn: (body: SignUpValues) => call(signUp, { body }),
    onSuccess: (answer) => {
      if ('sentTo' in answer) keepReturnTo(returnTo, Date.now());
      else enter(returnTo);
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

export function useAskForReset(returnTo: string) {
  return useMutation({
    mutationFn: (email: string) => call(requestPasswordReset, { body: { email } }),
    onSuccess: () => keepReturnTo(returnTo, Date.now()),
  });
}

/** Returns true if a mailed link is used, expired or unknown. */
export const isLinkExpired = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 409 && error.code === 'link-over';
