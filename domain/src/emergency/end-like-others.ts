/*
 * When others see the end of a request whose author has left, and as what: as they see those of the community's other
 * requests end. Else the one that lasts longer, or is never helped, would be the author's.
 */

/** An ended request: how long ago it was made, how long others saw it as pending (ms), and whether it found a helper. */
export type EndedRequest = {
  readonly madeAgoMs: number;
  readonly lastedMs: number;
  readonly isHelped: boolean;
};

/** With fewer that lasted as long, the moment is drawn over all that is left of its time, */
const LEAST_OTHERS = 5;
/** and one of so many lasts its full time. */
const FULL_OF = 3;

/**
 * How long after it was made the request ends for others (ms). `fromMs`: at the earliest; `lifeMs`: its full time.
 * `below(n)`: an unpredictable whole number from 0 on, less than n.
 */
export function lastingLikeOthers(
  others: readonly EndedRequest[],
  { fromMs, lifeMs }: { readonly fromMs: number; readonly lifeMs: number },
  below: (limit: number) => number,
): number {
  if (fromMs >= lifeMs) return lifeMs;
  const between = (least: number, most: number): number =>
    least + below(Math.max(1, Math.ceil(most - least)));
  const longer = others
    // of newer ones, those that last long have not ended yet
    .filter(({ madeAgoMs }) => madeAgoMs >= lifeMs)
    .map(({ lastedMs }) => Math.min(lastedMs, lifeMs))
    .filter((lastedMs) => lastedMs > fromMs)
    .toSorted((a, b) => a - b);
  if (longer.length < LEAST_OTHERS) return below(FULL_OF) === 0 ? lifeMs : between(fromMs, lifeMs);
  const nth = below(longer.length);
  const upTo = longer[nth] ?? lifeMs;
  // between two of them: the same time as another's would be its own mark, and so would an end just before the full one
  return upTo === lifeMs ? lifeMs : between(longer[nth - 1] ?? fromMs, upTo);
}

/** The share of these, of those that ended before their time, that ended with a helper; a half of none. */
export function helpedShare(others: readonly EndedRequest[], lifeMs: number): number {
  const early = others.filter(({ lastedMs }) => lastedMs < lifeMs);
  return (early.filter(({ isHelped }) => isHelped).length + 1) / (early.length + 2);
}
