import type { NotificationSubject } from '@openlarder/domain/notifications/notification-contract.ts';
import { useEffect } from 'react';
import { createStore, type ReadableStore } from '#web/lib/store.ts';

const NONE: readonly string[] = [];
const shown = createStore(NONE);

const keyOf = ({ type, id }: NotificationSubject): string => `${type} ${id}`;

/** What is on the screen now, as notifications name it. */
export const shownSubjects: ReadableStore<readonly string[]> = shown;

export const isShownSubject = (subjects: readonly string[], subject: NotificationSubject): boolean =>
  subjects.includes(keyOf(subject));

/** Says what is on the screen, so that its news do not raise the bell. */
export function useShownSubjects(subjects: readonly (NotificationSubject | null)[]): void {
  const keys = subjects.flatMap((one) => (one ? [keyOf(one)] : [])).join('\n');
  useEffect(() => {
    shown.set(keys === '' ? NONE : keys.split('\n'));
    return () => shown.set(NONE);
  }, [keys]);
}
