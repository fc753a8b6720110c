import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { StoreAddress } from './store-address.ts';
import { networkTroubleOf, StoreFault, type StoreName, TIMED_OUT, troubleOf } from './store-fault.ts';

export type S3Reply = { readonly headers: Headers; readonly bytes: Buffer };
export type S3Call = {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** How long it may take; an original of 10 MB may be sent by a slow line. */
  readonly kind: 'read' | 'write';
  /** Throws a StoreFault for a reply that is not what was stored. */
  readonly check?: (reply: S3Reply) => void;
};
export type S3Client = {
  readonly store: StoreName;
  /** Null if there is no such object. Each call is idempotent, so it is tried twice. Throws a StoreFault. */
  call(call: S3Call): Promise<S3Reply | null>;
};

type Patience = {
  /** The head of a reply to what sends next to nothing is there by then. */
  readonly readMs: number;
  /** The reply to a read is there by then, whole. */
  readonly bodyMs: number;
  /** So is that to a write. */
  readonly writeMs: number;
  readonly secondTryAfterMs: number;
  /** A store that does not answer is left alone for so long: each call to it would hold one of ours for seconds. */
  readonly leftAloneMs: number;
};
export const PATIENCE: Patience = {
  readMs: 4000,
  bodyMs: 12_000,
  writeMs: 30_000,
  secondTryAfterMs: 200,
  leftAloneMs: 2000,
};

export type S3Options = {
  /** Is told of trouble, at most once in ten seconds. */
  readonly onFault?: (fault: StoreFault) => void;
  readonly patience?: Patience;
  /** The variable that names the bucket. */
  readonly setting?: string;
};

/** A second try may help; one with a wrong key doesn't. */
const MAY_PASS = new Set(['busy', 'no-answer', 'nothing-there', 'damaged']);
/** So that the next call would get no answer either. */
const AWAY = new Set(['no-answer', 'nothing-there', 'host-unknown']);
const TELL_EVERY_MS = 10_000;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Speaks the part of S3 that all stores have: signed requests with a length and the sum of what is sent. */
export function makeS3Client(
  address: StoreAddress,
  { onFault, patience = PATIENCE, setting = 'S3_URL' }: S3Options = {},
): S3Client {
  const { endpoint, accessKeyId, secretAccessKey, region } = address;
  const store = { endpoint, setting };
  const signer = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', ...(region && { region }) });
  let away: { readonly fault: StoreFault; untilMs: number } | null = null;
  let toldAtMs = Number.NEGATIVE_INFINITY;

  async function once({ method, key, query, headers, body, kind }: S3Call): Promise<S3Reply | null> {
    const url = new URL(key === '' ? endpoint : `${endpoint}/${key}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DOMException('', 'TimeoutError')), patience.readMs);
    if (kind === 'write') clearTimeout(timer);
    let reply: Response | null = null;
    let bytes: Buffer;
    try {
      const request = await signer.sign(url.href, {
        method,
        headers: {
          ...headers,
          'x-amz-content-sha256': sha256(body ?? new Uint8Array()),
        },
        ...(body && { body }),
        // another host would get a request that was signed for this one
        redirect: 'manual',
        signal: AbortSignal.any([
          late.signal,
          AbortSignal.timeout(kind === 'read' ? patience.bodyMs : patience.writeMs),
        ]),
      });
      // a store that packs what it sends would change its length; not signed, since some proxies change it on the way
      request.headers.set('accept-encoding', 'identity');
      reply = await fetch(request);
      // a slow line is no reason to leave the store alone
      clearTimeout(timer);
      bytes = Buffer.from(await reply.arrayBuffer());
    } catch (error) {
      const { trouble, answer } = networkTroubleOf(error);
      throw new StoreFault(trouble, { store, answer, isAway: reply === null && AWAY.has(trouble) });
    } finally {
      clearTimeout(timer);
    }
    if (reply.ok) return { headers: reply.headers, bytes };
    const code = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(bytes.toString('utf8', 0, 2000))?.[1] ?? '';
    if (reply.status === 404 && code === 'NoSuchKey' && method !== 'PUT') return null;
    throw new StoreFault(troubleOf(reply.status, code), {
      store,
      answer: `${reply.status} ${code}`.trim(),
    });
  }

  async function checked(call: S3Call): Promise<S3Reply | null> {
    const reply = await once(call);
    if (reply) call.check?.(reply);
    return reply;
  }

  function note(fault: StoreFault): void {
    const nowMs = performance.now();
    away = fault.isAway ? { fault, untilMs: nowMs + patience.leftAloneMs } : null;
    if (!onFault || nowMs - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = nowMs;
    onFault(fault);
  }

  return {
    store,
    async call(call) {
      if (away) {
        const nowMs = performance.now();
        if (nowMs < away.untilMs) throw away.fault;
        // this one tries for all
        away.untilMs = nowMs + patience.readMs + patience.leftAloneMs;
      }
      try {
        const reply = await checked(call).catch(async (error: unknown) => {
          if (!(error instanceof StoreFault) || !MAY_PASS.has(error.trouble)) throw error;
          // the one who waits has waited enough
          if (error.answer === TIMED_OUT) throw error;
          await sleep(patience.secondTryAfterMs);
          return checked(call);
        });
        away = null;
        return reply;
      } catch (error) {
        if (error instanceof StoreFault) note(error);
        throw error;
      }
    },
  };
}

/** The header with which an object keeps the sum of its bytes. */
const SUM = 'x-amz-meta-sha256';

/** Sent with an object, so that each reader can check what it gets. */
export const sumHeaders = (bytes: Uint8Array): Readonly<Record<string, string>> => ({ [SUM]: sha256(bytes) });

/** Throws a StoreFault unless these are the bytes that were stored: cut off, mixed up, or without their sum. */
export function requireStoredBytes(store: StoreName, { headers, bytes }: S3Reply): void {
  if (headers.get(SUM) !== sha256(bytes))
    throw new StoreFault('damaged', { store, answer: String(bytes.length) });
}
