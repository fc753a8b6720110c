import { describe, expect, it } from 'vitest';
import { declaredEndpoints, nameOf } from '#server/platform/http/openapi/contract-modules.ts';
import { exampleRequest, isDeclared, UNKNOWN_ID } from '#server/test/declared-endpoints.ts';
import {
  bytesOf,
  createScene,
  isBesideScene,
  personOf,
  PERSONAS,
  personasFor,
  refusalOf,
  subjectOf,
  writerOf,
} from '#server/test/factories/personas.ts';
import { testApp } from '#server/test/test-app.ts';

const [app, declared] = await Promise.all([testApp(), declaredEndpoints()]);

/** A scene that no call has changed yet. */
let unchanged: ReturnType<typeof createScene> | undefined;

describe.each(PERSONAS)('as %s', (persona) => {
  const differing = declared.filter(({ access }) => personasFor(access).includes(persona));
  it.each(differing.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      const { access, method } = endpoint;
      const refusal = refusalOf(access, persona);
      const scene = await (unchanged ??= createScene(app));
      const who = method === 'GET' ? personOf(scene, persona) : await writerOf(app, scene, access, persona);
      const answered = await app.as(who, exampleRequest(endpoint, subjectOf(access, scene)));
      if (method !== 'GET' && answered.statusCode < 400 && !isBesideScene(access)) unchanged = undefined;
      const told = [answered.statusCode, answered.body];
      if (refusal === null) expect([isDeclared(endpoint, answered), ...told]).toEqual([true, ...told]);
      else expect(told).toEqual([refusal, answered.body]);
      if (!access.includes(' of ') || persona === 'anonymous') return;
      const missing = await app.as(who, exampleRequest(endpoint, UNKNOWN_ID));
      if (refusal !== null) expect(bytesOf(answered)).toEqual(bytesOf(missing));
      else
        expect([missing.statusCode, answered.statusCode]).toEqual([
          404,
          expect.not.toSatisfy((status) => status === 404),
        ]);
    },
  );
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
  await attempt('POST', `/api/handovers/${lostClaim.handover.id}/release`);
  expect(tried).toEqual({
    'GET messages': 200,
    'POST messages': 409,
    'POST share-place': 409,
    'POST release': 200,
  });
});
