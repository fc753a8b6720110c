import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Less than this goes in one packet anyway. */
const SMALLEST_BYTES = 1200;
const TEXT = /^(application\/json|text\/html)/;
/** A page of the feed takes half a millisecond like this; the best would take forty. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const takes = (header: string | undefined, encoding: string): boolean =>
  header?.split(',').some((one) => {
    const [name, weight] = one.split(';').map((part) => part.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? '');
  }) ?? false;

/**
 * Sends the answers of calls, and the page, in fewer bytes where the browser takes them so: a page of the feed in a
 * fifth. The files of the web app lie compressed beside themselves. (What an answer weighs could tell about a secret
 * that stands in it beside what a stranger wrote. To measure it, the stranger's own page would have to make the calls
 * as the person who is signed in, and the session's cookie goes to no call from another site.)
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || Buffer.byteLength(payload) < SMALLEST_BYTES) return payload;
    const isText = TEXT.test(String(reply.getHeader('content-type') ?? ''));
    if (!isText || reply.hasHeader('content-encoding')) return payload;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding');
    const encoding = ['br', 'gzip'].find((one) => takes(request.headers['accept-encoding'], one));
    if (request.method === 'HEAD' || !encoding) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return encoding === 'br' ? promisify(brotliCompress)(payload, BROTLI) : promisify(gzip)(payload);
  });
}
