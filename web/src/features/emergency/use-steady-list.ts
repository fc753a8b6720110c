import { useEffect, useState } from 'react';

/** One of a list that stays in place; `isGone` once it is no longer there. */
export type SteadyRow<T> = { readonly item: T; readonly isGone: boolean };

/** Changes each where it stands, keeps the place of what is gone, and adds what is new below. */
function steadyRows<T extends { readonly id: string }>(
  shown: readonly SteadyRow<T>[],
  fresh: readonly T[],
): readonly SteadyRow<T>[] {
  const freshById = new Map(fresh.map((item) => [item.id, item]));
  const known = new Set(shown.map(({ item }) => item.id));
  return [
    ...shown.map(({ item }) => {
      const now = freshById.get(item.id);
      return { item: now ?? item, isGone: now === undefined };
    }),
    ...fresh.filter(({ id }) => !known.has(id)).map((item) => ({ item, isGone: false })),
  ];
}

/** A list that holds still under a thumb for as long as it is seen; what is gone goes while nobody looks. */
export function useSteadyList<T extends { readonly id: string }>(
  fresh: readonly T[],
): readonly SteadyRow<T>[] {
  const [state, setState] = useState(() => ({ from: fresh, rows: steadyRows([], fresh) }));
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'visible') return;
      setState(({ from, rows }) => ({ from, rows: rows.filter(({ isGone }) => !isGone) }));
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, []);
  if (state.from === fresh) return state.rows;
  const rows = steadyRows(state.rows, fresh);
  setState({ from: fresh, rows });
  return rows;
}
