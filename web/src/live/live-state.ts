/** Whether news arrive by themselves. `failed` has given up: a person, a network or a page seen again starts anew. */
export type LivePhase = 'connecting' | 'live' | 'reconnecting' | 'failed';

/** The one state that every word about the line is taken from. */
export type LiveState = {
  readonly phase: LivePhase;
  /** When this phase began. */
  readonly sinceMs: number;
  /** How things stood at this moment is what the screen shows: news came by then, or it was fetched. Null before any. */
  readonly freshAtMs: number | null;
};
