import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useEffect, useId } from 'react';
import { personalKey } from '#web/lib/personal-storage.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { usePageVisible } from '#web/lib/browser-state.ts';
import { codeOverlay } from '../code/CodeButton.tsx';

/*
 * The moment in which food changes hands is shown once to each of the two: where they look, in a visible tab that saw
 * the handover open. A reload has not seen it open.
 */

const seenOpen = new Set<string>();
/** The last handovers whose moment was shown, so that another tab does not show it again. */
const MOST_REMEMBERED = 20;

const shownTo = (personId: string) =>
  storedValue<readonly string[]>({
    key: personalKey('moments', personId),
    parse: (stored) =>
      Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : null,
  });

/** Returns true if this moment has not been shown to the person yet, and marks it as shown. */
function takeMoment(personId: string, handoverId: string): boolean {
  const shown = shownTo(personId);
  const ids = shown.get() ?? [];
  if (!seenOpen.has(handoverId) || ids.includes(handoverId)) return false;
  shown.set([handoverId, ...ids].slice(0, MOST_REMEMBERED));
  return true;
}

/** The component that shows the moment of each handover, by its id. */
const takenBy = createStore<ReadonlyMap<string, string>>(new Map());

/** Remembers that this page has shown the handover open. */
export function useMarkSeenOpen({ id, status }: Handover): void {
  useEffect(() => {
    if (status === 'open') seenOpen.add(id);
  }, [id, status]);
}

/** On the opened code, or beside what the handover is about, which waits while that is open. */
export type CompletionPlace = 'overlay' | 'inline';

/** Whether this is where the completion is celebrated; stays true until the component goes. */
export function useCompletionMoment(handover: Handover, place: CompletionPlace): boolean {
  const { id, status, side } = handover;
  const ownId = handover[side].id;
  const component = useId();
  const isVisible = usePageVisible();
  const isInOverlay = useStore(codeOverlay)?.handover.id === id;
  const isHere = status === 'completed' && isVisible && (place === 'overlay' || !isInOverlay);
  useEffect(() => {
    if (isHere && takeMoment(ownId, id)) takenBy.set(new Map(takenBy.get()).set(id, component));
  }, [component, id, isHere, ownId]);
  return useStore(takenBy).get(id) === component;
}
