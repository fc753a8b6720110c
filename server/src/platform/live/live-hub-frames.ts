import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { FrameHandler, Line, Viewer } from './live-topic.ts';

type Typed = { readonly type: string };
/** A method's parameter may be narrower than it says: which frame a handler gets is settled by its type's name. */
type AnyFrameHandler = {
  handle(...given: Parameters<FrameHandler<Typed>>): ReturnType<FrameHandler>;
}['handle'];
export type FrameParts = {
  /** Every frame a browser may send, `resume` among them. */
  readonly schema: z.core.$ZodType<Typed>;
  /** By type of frame; write them as `{…} satisfies FrameHandlers<ClientMessage>`, so that none is missing. */
  readonly handlers: Readonly<Record<string, AnyFrameHandler>>;
};

const resumeSchema = z.object({ type: z.literal('resume'), lastEventId: z.nullable(z.string()) });

/** No id of ours. */
const UNKNOWN_PLACE = '';
const UNREADABLE = 'We could not read that.';
const FOREIGN_USER = 'That is not who you are signed in as.';
const FAULT = 'Something went wrong on our side. Please try again.';

/** What came of a frame: a refusal to answer with, a wish to resume, or nothing more to do. */
export type FrameOutcome =
  | { readonly refusal: string }
  | { readonly resumeFrom: string | null }
  | { readonly refusal: null };

/** Reads one frame and does what it says, in the name of the session's own person. Never throws. */
export async function receiveFrame(
  { schema, handlers }: FrameParts,
  text: string,
  viewer: Viewer,
  line: Line,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<FrameOutcome> {
  const sent = parseJson(text);
  if (typeof sent !== 'object' || sent === null) return { refusal: UNREADABLE };
  // whoever a frame says it comes from, it comes from the session
  if ('userId' in sent && sent.userId !== viewer.userId) return { refusal: FOREIGN_USER };
  if ('type' in sent && sent.type === 'resume') {
    const resume = z.safeParse(resumeSchema, sent);
    // a refusal would be met again at every attempt: whoever says nonsense here fetches anew
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
