import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { FrameHandler, SocketSubscriptions, Viewer } from './live-topic.ts';

type Typed = { readonly type: string };
/** Bivariant by being a method: the type of the frame selects the handler. */
type AnyFrameHandler = {
  handle(...given: Parameters<FrameHandler<Typed>>): ReturnType<FrameHandler>;
}['handle'];
export type FrameOptions = {
  /** The schema of all frames, including `resume`. */
  readonly schema: z.core.$ZodType<Typed>;
  /** By type of frame. */
  readonly handlers: Readonly<Record<string, AnyFrameHandler>>;
};

const resumeSchema = z.object({ type: z.literal('resume'), lastEventId: z.nullable(z.string()) });

/** Never the id of an event. */
const UNKNOWN_PLACE = '';
const UNREADABLE = 'We could not read that.';
const FOREIGN_USER = 'That is not who you are signed in as.';
const FAULT = 'Something went wrong on our side. Please try again.';

/** The outcome of a frame: a refusal, a resume request, or nothing. */
export type FrameOutcome =
  | { readonly refusal: string }
  | { readonly resumeFrom: string | null }
  | { readonly refusal: null };

/** Parses and handles one frame for the person of the session. Never throws. */
export async function receiveFrame(
  { schema, handlers }: FrameOptions,
  text: string,
  viewer: Viewer,
  line: SocketSubscriptions,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<FrameOutcome> {
  const sent = parseJson(text);
  if (typeof sent !== 'object' || sent === null) return { refusal: UNREADABLE };
  // the sender is the person of the session, whatever the frame says
  if ('userId' in sent && sent.userId !== viewer.userId) return { refusal: FOREIGN_USER };
  if ('type' in sent && sent.type === 'resume') {
    const resume = z.safeParse(resumeSchema, sent);
    // the client would retry after a refusal: a malformed resume leads to a refetch
    return { resumeFrom: resume.success ? resume.data.lastEventId : UNKNOWN_PLACE };
  }
  const parsed = z.core.safeParse(schema, sent);
  if (!parsed.success) return { refusal: UNREADABLE };
  const frame = parsed.data;
  const handler = Object.hasOwn(handlers, frame.type) ? handlers[frame.type] : undefined;
  if (!handler) return { refusal: UNREADABLE };
  try {
    return { refusal: await handler(frame, viewer, line) };
  } catch (error) {
    log.error({ error, frame: frame.type }, 'a frame could not be handled');
    return { refusal: FAULT };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
