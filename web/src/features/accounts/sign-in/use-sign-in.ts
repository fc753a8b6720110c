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

/** Loads the page anew as the person who is now signed in: nothing of the visitor before may linger. */
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

/** Signs up. Where a mail says how it goes on, the answer is the address it went to, and nobody is signed in yet. */
export function useSignUp(returnTo: string) {
  return useMutation({
    mutationFn: (body: SignUpValues) => call(signUp, { body }),
    onSuccess: (answer) => {
      if ('sentTo' in answer) keepReturnTo(returnTo, Date.now());
      else enter(returnTo);
    },
  });
}

/** Leaves for the identity provider. Whoever comes back from there by the browser's Back finds the button at rest. */
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

/** Whether a mailed link is used, too old, or not ours. */
export const isLinkExpired = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 409 && error.code === 'link-over';
