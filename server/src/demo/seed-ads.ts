import { newAdSchema } from '@openlarder/domain/ads/ad-schemas.ts';
import * as ads from '#server/features/ads/ads.service.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { DemoContext } from './demo-context.ts';

/** The demo has no sponsored ads, only tips and the community's own. */
const DEMO_ADS = [
  {
    location: 'layout-header',
    adType: 'banner',
    adCategory: 'donation_encouragement',
    title: 'Cooked too much?',
    description: 'One extra plate is dinner for someone on your block.',
    ctaText: 'Share a plate',
  },
  {
    location: 'landing-page',
    adType: 'card',
    adCategory: 'community_building',
    title: 'The fridge on 49th Street is full again',
    description: 'Sixty neighbors keep it stocked. Come by, take something, or bring something.',
    ctaText: 'Join your neighbors',
  },
  {
    location: 'home-page',
    adType: 'card',
    adCategory: 'donation_encouragement',
    title: 'Moving, or going away?',
    description: 'What’s left in your pantry can feed a family this week. It takes two minutes.',
    ctaText: 'Share what’s left',
  },
  {
    location: 'home-page',
    adType: 'card',
    adCategory: 'impact_awareness',
    title: 'See what your neighbors have rescued',
    description: 'Every handover counts, a loaf as much as a tray.',
    ctaText: 'See the leaderboard',
  },
  {
    location: 'home-page',
    adType: 'card',
    adCategory: 'community_building',
    title: 'Cook once, share twice',
    description: 'Freeze a second portion for a neighbor, and write the date on the lid.',
    ctaText: 'Share a portion',
    isTip: true,
  },
  {
    location: 'discover',
    adType: 'inline',
    adCategory: 'safety_tips',
    title: 'Bring a cool bag',
    description: 'Cold food stays safe on the way home when it stays cold.',
    ctaText: 'Got it',
    isTip: true,
  },
  {
    location: 'discover',
    adType: 'inline',
    adCategory: 'community_building',
    title: 'Volunteers needed on Thursdays',
    description: 'Help carry what the bakeries have left at closing time.',
    ctaText: 'Lend a hand',
    ctaLink: '/?tab=profile&room=settings',
  },
];

/** Adds the ads of the demo, which have been running for a month. */
export async function seedAds({ ctx, clock, nowMs }: DemoContext): Promise<void> {
  clock.setTo(nowMs - 30 * DAY_MS);
  for (const ad of DEMO_ADS) await ads.addAd(ctx, newAdSchema.parse(ad));
  clock.setTo(nowMs);
}
