import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a store does instead of serving a request. */
export type Mischief =
  | { readonly reply: readonly [status: number, code: string] }
  /** Takes the request, and never answers. */
  | 'hang'
  | 'hang-up'
  /** Serves fewer bytes than it announced. */
  | 'cut-off'
  /** Serves half of the object, announced as whole. */
  | 'half'
  /** Serves other bytes of the same length. */
  | 'other-bytes'
  /** Serves an object without what was kept with it. */
  | 'bare'
  /** Serves the head of an object, and the rest only once it stops. */
  | 'slow-body'
  /** Serves the first page of a list again and again. */
  | 'same-page'
  | 'web-page';

export type S3Server = {
  readonly port: number;
  /** `S3_URL` of its bucket. */
  readonly url: string;
  readonly objects: Map<string, StoredObject>;
  /** Method and path of each request, in order. */
  readonly requests: string[];
  /** Decides over a request, which it serves if this is null. */
  mischief: ((request: { readonly method: string; readonly key: string }) => Mischief | null) | null;
  /** How far its clock is ahead. */
  clockAheadMs: number;
  stop(): Promise<void>;
  /** Listens again, on the same port. */
  start(): Promise<void>;
};

type StoredObject = { readonly bytes: Buffer; readonly meta: Record<string, string>; writtenAt: Date };

export const S3_KEY = 'AKIATHESTORE';
/** With the characters that break a URL. */
export const S3_SECRET = 'wJalr/XUtn+FEMI/K7MDENG=';
const S3_BUCKET = 'photos';
const REGION = 'eu-central-1';
const MOST_SKEW_MS = 15 * 60_000;
const PAGE_SIZE = 3;
/** Begins a token of the next page: with characters that XML and addresses write otherwise. */
const AFTER = 'after&<=';
/** Some stores lack what any other parameter, or a condition, asks for. */
const PARAMETERS = new Set(['list-type', 'prefix', 'continuation-token']);
const CONDITIONS = ['if-match', 'if-none-match', 'range'];

/** A refusal as S3 gives it. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * A store that takes only what the strictest of real ones take: Signature Version 4 over the host and all `x-amz-` headers,
 * by a clock that agrees, with a length and the right sum of the body, in the right region; its pages of a list are short. As
 * proxies before some stores do, it changes `accept-encoding` on the way, so no signature may name it.
 */
export async function openS3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      const [status, code] = error instanceof Refusal ? [error.status, error.code] : [500, 'InternalError'];
      refuse(response, status, code);
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', 'http://store');
    requests.push(`${method} ${url.pathname}`);
    const isByHost = headers.host?.startsWith(`${S3_BUCKET}.`) ?? false;
    const [bucket = '', ...rest] = url.pathname.slice(1).split('/');
    const key = isByHost ? url.pathname.slice(1) : rest.join('/');
    const mischief = self.mischief?.({ method, key }) ?? null;
    if (mischief === 'hang') return;
    if (mischief === 'hang-up') return void request.socket.destroy();
    if (mischief === 'web-page') return void response.writeHead(404).end('<h1>Not Found</h1>');
    if (typeof mischief === 'object' && mischief) throw new Refusal(...mischief.reply);
    if (method === 'PUT') requireLength(headers);
    const body = await buffer(request);
    authorize(request, url, body);
    if (
      [...url.searchParams.keys()].some((name) => !PARAMETERS.has(name)) ||
      CONDITIONS.some((name) => headers[name])
    )
      throw new Refusal(501, 'NotImplemented');
    if (!isByHost && bucket !== S3_BUCKET) throw new Refusal(404, 'NoSuchBucket');
    if (key === '' && url.searchParams.get('list-type') === '2')
      return list(url, response, mischief === 'same-page');
    if (method === 'PUT') {
      const meta = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
      objects.set(key, {
        bytes: body,
        meta: Object.fromEntries(meta.map(([name, value]) => [name, String(value)])),
        writtenAt: new Date(),
      });
      return void response.writeHead(200, { etag: '"of no meaning"' }).end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (method !== 'GET' || !found) throw new Refusal(404, 'NoSuchKey');
    send(response, found, mischief);
  }

  function send(response: ServerResponse, { bytes, meta }: StoredObject, mischief: Mischief | null): void {
    const half = bytes.subarray(0, bytes.length / 2);
    const sent = mischief === 'half' ? half : mischief === 'other-bytes' ? Buffer.alloc(bytes.length) : bytes;
    response.writeHead(200, { ...(mischief !== 'bare' && meta), 'content-length': sent.length });
    if (mischief === 'slow-body') return void response.write(half);
    if (mischief !== 'cut-off') return void response.end(sent);
    response.write(half, () => response.socket?.destroy());
  }

  function list({ searchParams }: URL, response: ServerResponse, isFirst: boolean): void {
    const token = searchParams.get('continuation-token');
    if (token !== null && !token.startsWith(AFTER)) throw new Refusal(400, 'InvalidArgument');
    const from = isFirst ? '' : (token?.slice(AFTER.length) ?? '');
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(searchParams.get('prefix') ?? '') && key > from)
      .toSorted();
    const page = keys.slice(0, PAGE_SIZE);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.writtenAt.toISOString()}</LastModified></Contents>`,
    );
    const isTruncated = keys.length > PAGE_SIZE;
    const next = isTruncated
      ? `<NextContinuationToken>after&amp;&lt;=${page.at(-1)}</NextContinuationToken>`
      : '';
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
      );
  }

  function authorize({ method = '', headers, rawHeaders }: IncomingMessage, url: URL, body: Buffer): void {
    const given =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      );
    if (!given) throw new Refusal(403, 'AccessDenied');
    const [, key, day = '', region = '', signed = '', signature] = given;
    const date = String(headers['x-amz-date']);
    const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
    const atMs = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
    if (!date.startsWith(day) || !(Math.abs(Date.now() + self.clockAheadMs - atMs) < MOST_SKEW_MS))
      throw new Refusal(403, 'RequestTimeTooSkewed');
    if (key !== S3_KEY) throw new Refusal(403, 'InvalidAccessKeyId');
    if (region !== REGION) throw new Refusal(400, 'AuthorizationHeaderMalformed');
    const names = signed.split(';');
    const present = rawHeaders.filter((_, nth) => nth % 2 === 0).map((name) => name.toLowerCase());
    const needed = ['host', ...present.filter((name) => name.startsWith('x-amz-'))];
    const sum = String(headers['x-amz-content-sha256']);
    if (!needed.every((name) => names.includes(name)) || sum === 'undefined')
      throw new Refusal(403, 'AccessDenied');
    if (headers['accept-encoding'] !== 'identity') throw new Refusal(400, 'InvalidRequest');
    if (names.includes('accept-encoding')) throw new Refusal(403, 'SignatureDoesNotMatch');
    // nothing else protects the body on this line without TLS
    if (sum !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
    const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted();
    const canonical = [
      method,
      encode(decodeURIComponent(url.pathname)).replaceAll('%2F', '/'),
      query.join('&'),
      ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
      '',
      signed,
      sum,
    ].join('\n');
    const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
    const signing = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
      (last, part) => hmac(last, part),
      `AWS4${S3_SECRET}`,
    );
    if (hmac(signing, text).toString('hex') !== signature) throw new Refusal(403, 'SignatureDoesNotMatch');
  }

  const listen = async (port: number): Promise<number> => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const self: S3Server = {
    port,
    url: `http://${S3_KEY}:${S3_SECRET}@127.0.0.1:${port}/${S3_BUCKET}?region=${REGION}`,
    objects,
    requests,
    mischief: null,
    clockAheadMs: 0,
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
    start: async () => void (await listen(port)),
  };
  return self;
}

function requireLength(headers: IncomingMessage['headers']): void {
  const isChunked =
    headers['transfer-encoding'] !== undefined || /aws-chunked/.test(String(headers['content-encoding']));
  const hasChecksum = Object.keys(headers).some((name) =>
    /^x-amz-(?:sdk-)?checksum|^x-amz-trailer/.test(name),
  );
  if (isChunked || hasChecksum) throw new Refusal(501, 'NotImplemented');
  if (headers['content-length'] === undefined) throw new Refusal(411, 'MissingContentLength');
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}
