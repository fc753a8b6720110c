import { Trans } from '@lingui/react/macro';
import type { AdCategory, AdVariant } from '@openlarder/domain/ads/ad-fields.ts';
import type { ReactNode } from 'react';

export type AdTexts = {
  readonly title: ReactNode;
  readonly description: ReactNode;
  readonly ctaText: ReactNode;
};
type DefaultCard = AdTexts & { readonly category: AdCategory };

export const DEFAULT_CARDS: Readonly<Record<AdVariant, DefaultCard>> = {
  donation: {
    category: 'donation_encouragement',
    title: <Trans>Got more than you can eat?</Trans>,
    description: <Trans>Share what's left. A neighbor will love it.</Trans>,
    ctaText: <Trans>Share food</Trans>,
  },
  impact: {
    category: 'impact_awareness',
    title: <Trans>Every meal counts</Trans>,
    description: <Trans>See what your neighbors have shared so far.</Trans>,
    ctaText: <Trans>Open the leaderboard</Trans>,
  },
  community: {
    category: 'community_building',
    title: <Trans>Cook once, share twice</Trans>,
    description: <Trans>Next time, make a portion more for someone nearby.</Trans>,
    ctaText: <Trans>Share a portion</Trans>,
  },
  safety: {
    category: 'safety_tips',
    title: <Trans>Keep it hot, or keep it cold</Trans>,
    description: <Trans>Never leave food out for more than 2 hours.</Trans>,
    ctaText: <Trans>Share food</Trans>,
  },
  emergency: {
    category: 'emergency_support',
    title: <Trans>A pot of soup goes a long way</Trans>,
    description: <Trans>Some neighbors need food today. What you share may reach them.</Trans>,
    ctaText: <Trans>Share food</Trans>,
  },
};
