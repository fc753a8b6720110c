import { describe, expect, it } from 'vitest';
import { declaredEndpoints, nameOf } from '#server/testing/declared-endpoints.ts';
import { EXPECTED_ANSWERS, UNKNOWN_ID, requestFor } from '#server/testing/expected-answers.ts';
import { bytesOf, personOf, PERSONAS, createScene } from '#server/testing/factories/personas.ts';
import { testApp } from '#server/testing/test-app.ts';

const [app, declared] = await Promise.all([testApp(), declaredEndpoints()]);

describe('the table of expected answers', () => {
  it('lists exactly the endpoints of the contract', () => {
    expect(EXPECTED_ANSWERS.map(([name]) => name).toSorted()).toEqual(declared.map(nameOf).toSorted());
    for (const endpoint of declared) {
      const [, expected] = EXPECTED_ANSWERS.find(([name]) => name === nameOf(endpoint)) ?? [];
      expect([nameOf(endpoint), expected?.about !== undefined || endpoint.params === undefined]).toEqual([
        nameOf(endpoint),
        true,
      ]);
    }
  });
});

/** One scene for all calls that only read or are refused; a call that changes something gets its own. */
let shared: ReturnType<typeof createScene> | undefined;
const sharedScene = () => (shared ??= createScene(app));

describe.each(PERSONAS)('as %s', (persona) => {
  it.each(EXPECTED_ANSWERS)('%s', async (name, expected) => {
    const missingAnswers =
      typeof expected.missing === 'object' ? expected.missing[persona] : (expected.missing ?? 404);
    const isRead = name.startsWith('GET ');
    const isRefused = expected.answers[persona] >= 400 && missingAnswers >= 400;
    const scene = await (isRead || isRefused ? sharedScene() : createScene(app));
    const who = personOf(scene, persona);
    const answered = await app.as(who, requestFor(name, expected, expected.about?.(scene) ?? '', app.clock));
    expect([answered.statusCode, answered.body]).toEqual([expected.answers[persona], answered.body]);
    if (!expected.about || persona === 'anonymous') return;
    const missing = await app.as(who, requestFor(name, expected, UNKNOWN_ID, app.clock));
    expect(missing.statusCode).toBe(missingAnswers);
    if (answered.statusCode === 404) expect(bytesOf(answered)).toEqual(bytesOf(missing));
  });
});

it('after a block by the owner, a claimer keeps the messages, may release the claim, and can do nothing else', async () => {
  const { people, lostClaim } = await createScene(app);
  const conversation = `/api/conversations/${lostClaim.conversationId}`;
  const tried: Record<string, number> = {};
  const attempt = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answered = await app.as(people.blockedLater, { method, url, ...(body && { body }) });
    tried[`${method} ${url.split('/').at(-1)}`] = answered.statusCode;
  };
  await attempt('GET', `${conversation}/messages`);
  await attempt('POST', `${conversation}/messages`, { content: 'Why?' });
  await attempt('POST', `${conversation}/share-place`);
  await attempt('POST', `/api/claims/${lostClaim.id}/release`);
  expect(tried).toEqual({
    'GET messages': 200,
    'POST messages': 409,
    'POST share-place': 409,
    'POST release': 200,
  });
});
