import { Trans } from '@lingui/react/macro';
import type { AdCategory } from '@openlarder/domain/ads/ad-fields.ts';
import type { ReactNode } from 'react';

/** The category title-cased. */
export const CATEGORY_LABELS: Readonly<Record<AdCategory, ReactNode>> = {
  donation_encouragement: <Trans>Donation Encouragement</Trans>,
  impact_awareness: <Trans>Impact Awareness</Trans>,
  community_building: <Trans>Community Building</Trans>,
  safety_tips: <Trans>Safety Tips</Trans>,
  emergency_support: <Trans>Emergency Support</Trans>,
};
