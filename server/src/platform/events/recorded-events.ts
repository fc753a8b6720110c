import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogEvent } from './event-log-queries.ts';

const recording = new AsyncLocalStorage<LogEvent[]>();

/** Runs `work`; the events that it commits, now and in everything it awaits, are added to `events`. */
export function recordEvents(events: LogEvent[], work: () => void): void {
  recording.run(events, work);
}

/** The events that the running work has committed; null if they are not recorded. */
export const recordedEvents = (): LogEvent[] | null => recording.getStore() ?? null;
