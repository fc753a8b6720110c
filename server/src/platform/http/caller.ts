import type { IncomingHttpHeaders } from 'node:http';

/** The person behind one request or socket. */
export type Caller = { readonly userId: string; readonly sessionId: string };

/** Finds the session that the cookies name; null without one. Implemented by accounts. */
export type SessionReader = (headers: IncomingHttpHeaders) => Promise<Caller | null>;
