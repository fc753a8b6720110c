import { completeHandover, type Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { plainCode } from '@openlarder/domain/kernel/text-characters.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { cacheHandover } from '../handover-cache.ts';

const CODE_LENGTH = 4;

/** The digits after a change of the field: what follows a whole code begins a new one. */
export function digitsTyped(before: string, text: string): string {
  const digits = plainCode(text).replace(/\D/g, '');
  const isNew = before.length === CODE_LENGTH && digits.length > CODE_LENGTH && digits.startsWith(before);
  return (isNew ? digits.slice(CODE_LENGTH) : digits).slice(0, CODE_LENGTH);
}

/** The last digit sends the code. A refused code stays to be seen; the next digit begins another one. */
export function useCodeEntry(handover: Handover, said: { readonly servings?: number } = {}) {
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  /** The code that was sent and not rejected. */
  const sent = useRef<string | null>(null);
  const { mutate, reset, error, isPending } = useMutation({
    mutationKey: ['handover-action', handover.id],
    mutationFn: (entered: string) =>
      call(completeHandover, { params: { id: handover.id }, body: { code: entered, ...said } }),
    onSuccess: (changed) => cacheHandover(queryClient, changed),
    onError: () => {
      sent.current = null;
    },
  });
  /** Sends a whole code; sending it again after a lost answer is safe. */
  const send = (entered = code): void => {
    if (entered.length < CODE_LENGTH || sent.current !== null) return;
    sent.current = entered;
    mutate(entered);
  };
  const change = (next: string): void => {
    if (sent.current !== null || next === code) return;
    setCode(next);
    reset();
    send(next);
  };
  return {
    code,
    error,
    isSending: isPending,
    send: () => send(),
    onText: (text: string) => change(digitsTyped(code, text)),
    onDigit: (digit: string) => change(digitsTyped(code, code + digit)),
    /** A whole code that the camera has read; the same again is worth a new try. */
    onScan: (digits: string) => {
      setCode(digits);
      reset();
      send(digits);
    },
    onDelete: () => change(code.slice(0, -1)),
  };
}
