import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import { afterAll, expect, test } from 'vitest';
import { openS3Server, S3_KEY, S3_SECRET } from './s3-server.ts';

const server = await openS3Server();
afterAll(() => server.stop());
const BODY = 'a photo';
const sum = (of: string): string => createHash('sha256').update(of).digest('hex');

/** What is sent otherwise than a careful client sends it. */
type Change = {
  readonly method?: string;
  readonly path?: string;
  readonly region?: string;
  readonly date?: string;
  /** Signed with the others; a value of null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Changed after signing. */
  readonly late?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isChunked?: boolean;
};

/** The status and code of the reply to one request. */
async function send(change: Change): Promise<string> {
  const {
    method = 'PUT',
    path = '/photos/photos/a',
    region = 'eu-central-1',
    headers = {},
    late = {},
  } = change;
  const signer = new AwsClient({ accessKeyId: S3_KEY, secretAccessKey: S3_SECRET, service: 's3', region });
  const given = { 'x-amz-content-sha256': sum(method === 'PUT' ? BODY : ''), ...headers };
  const kept = Object.entries(given).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  const signed = await signer.sign(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: Object.fromEntries(kept),
    ...(change.date !== undefined && { aws: { datetime: change.date } }),
  });
  const sent = Object.fromEntries(signed.headers);
  // the signer adds one of its own
  if (headers['x-amz-content-sha256'] === null) delete sent['x-amz-content-sha256'];
  const body = method === 'PUT' ? (change.body ?? BODY) : '';
  const length = change.isChunked || method !== 'PUT' ? {} : { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: '127.0.0.1', port: server.port, path, method },
      (response) =>
        void text(response).then(
          (said) => resolve(`${response.statusCode} ${/<Code>(.*)<\/Code>/.exec(said)?.[1] ?? ''}`.trim()),
          reject,
        ),
    );
    for (const [name, value] of Object.entries({
      'accept-encoding': 'identity',
      ...length,
      ...sent,
      ...late,
    }))
      outgoing.setHeader(name, value);
    outgoing.once('error', reject);
    // a first part makes a body without a length chunked
    if (body) outgoing.write(body);
    outgoing.end();
  });
}

test('the stand-in serves what a careful client sends', async () => {
  expect(await send({})).toBe('200');
  expect(await send({ path: '/photos/photos/caf%C3%A9%20a%2Bb' })).toBe('200');
  expect(await send({ method: 'GET', path: '/photos?list-type=2&prefix=photos%2F' })).toBe('200');
  expect(await send({ method: 'GET' })).toBe('200');
  expect(await send({ method: 'DELETE' })).toBe('204');
});

test.each<[string, Change]>([
  ['400 AuthorizationHeaderMalformed', { region: 'us-east-1' }],
  ['403 RequestTimeTooSkewed', { date: '20200101T000000Z' }],
  ['403 AccessDenied', { headers: { 'x-amz-content-sha256': null } }],
  ['403 AccessDenied', { late: { 'x-amz-acl': 'public-read' } }],
  ['403 AccessDenied', { late: { authorization: 'Bearer of nothing' } }],
  ['403 SignatureDoesNotMatch', { late: { 'x-amz-content-sha256': sum('another') }, body: 'another' }],
  ['400 XAmzContentSHA256Mismatch', { body: 'A photo' }],
  ['400 XAmzContentSHA256Mismatch', { headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }],
  ['501 NotImplemented', { isChunked: true }],
  ['501 NotImplemented', { headers: { 'x-amz-checksum-crc32': 'AAAAAA==' } }],
  ['501 NotImplemented', { headers: { 'if-none-match': '*' } }],
  ['501 NotImplemented', { method: 'GET', headers: { range: 'bytes=0-1' } }],
  ['501 NotImplemented', { method: 'GET', path: '/photos/photos/a?acl=' }],
  ['400 InvalidArgument', { method: 'GET', path: '/photos?continuation-token=x&list-type=2' }],
  ['400 InvalidRequest', { late: { 'accept-encoding': 'gzip' } }],
  ['404 NoSuchBucket', { path: '/phots/photos/a' }],
  ['404 NoSuchKey', { method: 'GET', path: '/photos/photos/nothing' }],
])('the stand-in refuses with %s: %j', async (code, change) => {
  expect(await send(change)).toBe(code);
});
