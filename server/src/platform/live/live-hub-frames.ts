import { codeOf } from '@openlarder/domain/kernel/app-error.ts';
import { type ErrorTextKey, errorTexts } from '@openlarder/domain/kernel/error-texts.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { isDatabaseUnavailable } from '../http/http-errors.ts';
import { translateInto } from '../texts/translate.ts';
import type { FrameHandler, SocketSubscriptions, Viewer } from './live-topic.ts';

type Typed = { readonly type: string };
/** Bivariant by being a method: the type of the frame selects the handler. */
type AnyFrameHandler = {
  handle(...given: Parameters<FrameHandler<Typed>>): ReturnType<FrameHandler>;
}['handle'];
export type FrameOptions = {
  /** The schema of all frames, including `since`. */
  readonly schema: z.core.$ZodType<Typed>;
  /** By type of frame. */
  readonly handlers: Readonly<Record<string, AnyFrameHandler>>;
};

/** The outcome of a frame: a refusal, the position from which missed changes are asked for, or nothing. */
export type FrameOutcome = { readonly since: string | null } | { readonly refusal: ErrorTextKey | null };

/** The reply to a refused frame; the browser translates it by its code. */
export const errorFrame = (key: ErrorTextKey): ServerMessage => ({
  type: 'error',
  ...codeOf(key),
  message: translateInto('en')(errorTexts, key),
});

/** Parses and handles one frame for the person of the session. Throws only if the database is away. */
export async function receiveFrame(
  { schema, handlers }: FrameOptions,
  text: string,
  viewer: Viewer,
  line: SocketSubscriptions,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<FrameOutcome> {
  const sent = parseJson(text);
  if (typeof sent !== 'object' || sent === null) return { refusal: 'malformed' };
  // the sender is the person of the session, not the frame's `userId`
  if ('userId' in sent && sent.userId !== viewer.userId) return { refusal: 'foreign-user' };
  // the client would retry after a refusal: all topics answer a malformed position
  if ('type' in sent && sent.type === 'since')
    return { since: 'position' in sent && typeof sent.position === 'string' ? sent.position : null };
  const parsed = z.core.safeParse(schema, sent);
  if (!parsed.success) return { refusal: 'malformed' };
  const frame = parsed.data;
  const handler = Object.hasOwn(handlers, frame.type) ? handlers[frame.type] : undefined;
  if (!handler) return { refusal: 'malformed' };
  try {
    return { refusal: await handler(frame, viewer, line) };
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ error, frame: frame.type }, 'a frame could not be handled');
    return { refusal: 'fault' };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
