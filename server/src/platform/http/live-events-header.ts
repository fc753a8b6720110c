import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogEvent } from '../events/event-log-queries.ts';
import { recordEvents } from '../events/event-log.ts';
import type { Caller } from './caller.ts';

/** The ids under which the caller's own sockets may receive these events. */
export type EventIdsFor = (caller: Caller, events: readonly LogEvent[]) => readonly string[];

/** A reply with more events names none: the browser then refetches all stale data. */
const IDS_AT_MOST = 50;

/**
 * Names in the header `Live-Events` of a write's reply the events that it has committed, so that the tab that sent it
 * does not refetch twice: for the reply and for its echo over the socket.
 */
export function nameLiveEvents(app: FastifyInstance, idsFor: EventIdsFor): void {
  const eventsOf = new WeakMap<FastifyRequest, LogEvent[]>();
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD' || !request.caller) {
      done();
      return;
    }
    const events: LogEvent[] = [];
    eventsOf.set(request, events);
    recordEvents(events, done);
  });
  app.addHook('onSend', async (request, reply) => {
    const events = eventsOf.get(request) ?? [];
    if (events.length === 0 || !request.caller) return;
    const ids = idsFor(request.caller, events);
    if (ids.length > 0 && ids.length <= IDS_AT_MOST) reply.header('live-events', ids.join(','));
  });
}
