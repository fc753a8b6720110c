import type { ImpactFact } from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import { expect, it, vi } from 'vitest';
import type * as Wording from '#server/platform/texts/wording.ts';
import type { Words } from '#server/platform/texts/wording.ts';
import { testApp } from '#server/testing/test-app.ts';

/** Texts that begin with their language. */
vi.mock('#server/platform/texts/wording.ts', async (original) => {
  const { wordsIn } = await original<typeof Wording>();
  const marked = (language: Language): Words => {
    const words = wordsIn(language);
    return Object.assign((...text: Parameters<Words>) => `${language}: ${words(...text)}`, {
      language,
    }) as Words;
  };
  return { wordsIn: marked };
});

const { as, createPerson, db } = await testApp();

async function factsFor(person: { cookie: string } | null, query = '', headers = {}): Promise<ImpactFact[]> {
  const answer = await as(person, { url: `/api/impact-facts${query}`, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

it('answers signed out too, all facts or those of a category and region', async () => {
  const all = await factsFor(null);
  expect(all[0]).toEqual({
    id: 'hungry_world',
    category: 'hunger',
    region: 'world',
    value: 673_000_000,
    valueTo: null,
    unit: 'en: people facing hunger',
    description: expect.stringContaining('8.2%'),
    year: '2024',
    source: expect.stringContaining('SOFI 2025'),
    sourceUrl: 'https://doi.org/10.4060/cd6008en',
    lastUpdated: expect.any(String),
    createdAt: expect.any(String),
  });
  const some = await factsFor(await createPerson(), '?category=waste&region=united_states');
  expect(some.map(({ id }) => id)).toEqual(['surplus_united_states']);
  expect((await as(null, { url: '/api/impact-facts?category=weather' })).statusCode).toBe(422);
});

it('is in the language of the reader: the profile’s, or the browser’s of a visitor', async () => {
  const languageFor = async (...asked: Parameters<typeof factsFor>) =>
    (await factsFor(...asked))[0]?.description.slice(0, 2);
  const person = await createPerson();
  await db.updateTable('person').set({ language: 'es' }).where('id', '=', person.id).execute();
  expect(await languageFor(person, '', { 'accept-language': 'en' })).toBe('es');
  expect(await languageFor(null, '', { 'accept-language': 'fr, es-MX;q=0.8' })).toBe('es');
  expect(await languageFor(null)).toBe('en');
});
