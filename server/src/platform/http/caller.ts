import type { IncomingHttpHeaders } from 'node:http';

/** Who is asking, as one request or socket knows it. */
export type Caller = { readonly userId: string; readonly sessionId: string };

/** Finds whose session the cookies name; null when nobody's. Accounts implements it. */
export type SessionReader = (headers: IncomingHttpHeaders) => Promise<Caller | null>;
