import { newAdSchema } from '@openlarder/domain/ads/ad-schemas.ts';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import * as ads from './ads.service.ts';

const { ctx } = await testApp();
const address = '192.0.2.7';
const hundred = <Result>(work: (nth: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: 100 }, (_, nth) => work(nth)));

async function addAd(): Promise<string> {
  const ad = newAdSchema.parse({
    location: 'discover',
    adType: 'inline',
    adCategory: 'safety_tips',
    title: 'Cool it fast',
    description: 'Two hours at most.',
    ctaText: 'Read more',
  });
  return ads.addAd(ctx, ad);
}
async function sums(id: string) {
  const ad = (await ads.allAds(ctx)).find((one) => one.id === id);
  return [ad?.impressions, ad?.clicks];
}
const see = (id: string) => ads.recordImpression(ctx, id, { placement: 'discover', address, viewerId: null });

test('a hundred concurrent clicks on one impression count once', async () => {
  const id = await addAd();
  const impressionId = await see(id);
  await hundred(() => ads.recordClick(ctx, id, { impressionId, address }));
  expect(await sums(id)).toEqual([1, 1]);
});

test('a hundred concurrent viewers count a hundred times, as seen and as clicked', async () => {
  const id = await addAd();
  const seen = await hundred(() => see(id));
  expect(new Set(seen).size).toBe(100);
  await hundred((nth) => ads.recordClick(ctx, id, { impressionId: seen[nth] ?? '', address }));
  expect(await sums(id)).toEqual([100, 100]);
});
