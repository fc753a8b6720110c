import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type EventLog, runWrite, type Write, writerOf } from '../events/event-log.ts';

/** How long a GET that is answered from memory waits for the row that it names. */
const WAIT_MS = 1000;

const isId = (text: string): boolean => z.safeParse(z.uuid(), text).success;

/**
 * A write names in `Live-Socket` the socket of its tab, which is not told what the tab knows by itself; its reply names
 * in `Live-Row` the last row of the event log that it has committed.
 */
export function nameLiveRow(app: FastifyInstance): void {
  const writes = new WeakMap<FastifyRequest, Write>();
  app.addHook('preHandler', (request, _reply, done) => {
    const { caller, method } = request;
    if (method === 'GET' || method === 'HEAD' || !caller) {
      done();
      return;
    }
    const socketId = request.headers['live-socket'];
    const isNamed = typeof socketId === 'string' && isId(socketId);
    const write = { writer: isNamed ? writerOf(socketId, caller.sessionId) : null, row: null };
    writes.set(request, write);
    runWrite(write, done);
  });
  app.addHook('onSend', async (request, reply) => {
    const row = writes.get(request)?.row;
    if (row) reply.header('live-row', row);
  });
}

/**
 * Before an answer from the memory of this process: a GET that names a row in `Live-Row` waits until everything that has
 * committed by now has been read here; 503 if that takes longer than a second.
 */
export async function waitForLiveRow(
  { headers }: Pick<FastifyRequest, 'headers'>,
  catchUp: EventLog['catchUp'],
): Promise<void> {
  if (headers['live-row'] && !(await catchUp(WAIT_MS)))
    throw new AppError(503, 'database-away', { retryAfterSeconds: 1 });
}
