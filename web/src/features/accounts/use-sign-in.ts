import {
  type signInBody,
  signIn,
  type signUpBody,
  signUp,
} from '@openlarder/domain/accounts/sign-in-contract.ts';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '#web/lib/call.ts';

export type SignInValues = z.input<typeof signInBody>;
export type SignUpValues = z.input<typeof signUpBody>;

/** Loads the page anew as the person who is now signed in: nothing of the visitor before may linger. */
const enter = (returnTo: string) => () => window.location.assign(returnTo);

export function useSignIn(returnTo: string) {
  return useMutation({
    mutationFn: (body: SignInValues) => call(signIn, { body }),
    onSuccess: enter(returnTo),
  });
}

export function useSignUp(returnTo: string) {
  return useMutation({
    mutationFn: (body: SignUpValues) => call(signUp, { body }),
    onSuccess: enter(returnTo),
  });
}
