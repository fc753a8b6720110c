import type { ImpactFact } from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import { expect, it } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { languageOfCaller } from './impact-facts.module.ts';

const { as, createPerson, ctx, db } = await testApp();

async function factsFor(person: { cookie: string } | null, query = ''): Promise<ImpactFact[]> {
  const answer = await as(person, { url: `/api/impact-facts${query}` });
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
    unit: 'people facing hunger',
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
  const { id: userId } = await createPerson();
  await db.updateTable('person').set({ language: 'es' }).where('id', '=', userId).execute();
  const reading = (language: string) => ({ headers: { 'accept-language': language } });
  expect(await languageOfCaller(ctx, { userId }, reading('en'))).toBe('es');
  expect(await languageOfCaller(ctx, null, reading('fr, es-MX;q=0.8'))).toBe('es');
  expect(await languageOfCaller(ctx, null, { headers: {} })).toBe('en');
});
