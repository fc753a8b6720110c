import type { Topic } from '@openlarder/domain/kernel/topics.ts';
import { describe, expect, it } from 'vitest';
import {
  type DeclaredEndpoint,
  declaredEndpoints,
  nameOf,
} from '#server/platform/http/openapi/contract-modules.ts';
import { exampleRequest } from '#server/testing/declared-endpoints.ts';
import type { TestPerson } from '#server/testing/factories/people.ts';
import { createScene, type Scene, subjectOf } from '#server/testing/factories/personas.ts';
import { testApp } from '#server/testing/test-app.ts';

const [app, declared] = await Promise.all([testApp(), declaredEndpoints()]);

/** GETs that are never the same twice. */
const NOT_COMPARED = ['exportAccount', 'listAds'];
const GETS = declared.filter(({ method, name }) => method === 'GET' && !NOT_COMPARED.includes(name));
const topicsOf = (endpoint: DeclaredEndpoint): readonly Topic[] =>
  'shows' in endpoint ? endpoint.shows : endpoint.changes;

/** What every GET shows a person, by name. */
async function readAll(scene: Scene, person: TestPerson): Promise<Map<string, string>> {
  const read = GETS.map(async (get): Promise<[string, string]> => {
    const { body } = await app.as(person, exampleRequest(get, subjectOf(get.access, scene)));
    return [get.name, body];
  });
  return new Map(await Promise.all(read));
}

/** In the order in which they try a call. */
const PEOPLE = ['stranger', 'otherDonor', 'claimer', 'owner'] as const;
const WRITES = declared.filter(
  // the page leaves, with all that it shows
  ({ method, path, name }) => method !== 'GET' && name !== 'closeAccount' && !path.startsWith('/api/auth/'),
);

/** A scene that no call has changed yet, and what it shows whom. */
let scene: Scene | undefined;
let shown = new Map<string, Map<string, string>>();
const succeeded: string[] = [];

describe('every GET that a call changes for its caller shows a topic that the call changes', () => {
  it.each(WRITES.map((write) => [nameOf(write), write] as const))('%s', async (_name, write) => {
    for (const persona of PEOPLE) {
      scene ??= await createScene(app);
      const person = scene.people[persona];
      const request = exampleRequest(write, subjectOf(write.access, scene));
      const before = shown.get(persona) ?? (await readAll(scene, person));
      shown.set(persona, before);
      // what has the same instant as before can be ordered differently
      app.clock.forward(1000);
      const { statusCode } = await app.as(person, request);
      if (statusCode >= 300) continue;
      const after = await readAll(scene, person);
      [scene, shown] = [undefined, new Map()];
      succeeded.push(write.name);
      const unnamed = GETS.filter(({ name }) => before.get(name) !== after.get(name)).filter(
        (get) => !topicsOf(get).some((topic) => topicsOf(write).includes(topic)),
      );
      expect(unnamed.map(nameOf)).toEqual([]);
      return;
    }
  });

  it('holds for most calls: the others need more than the scene has', () => {
    expect(succeeded.length).toBeGreaterThan(WRITES.length * 0.4);
  });
});
