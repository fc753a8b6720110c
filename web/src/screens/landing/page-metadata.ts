import { t } from '@lingui/core/macro';

/** Title and description where a link to us is shared or found. */
export const pageMetadata = () => ({
  landing: {
    title: t`Turn Food Waste into Community Care`,
    description: t`Share surplus food with neighbors, and find food near you before it spoils.`,
  },
  volunteer: {
    title: t`Become a Volunteer`,
    description: t`An hour of yours can be someone's dinner. Help where you live, when it suits you.`,
  },
});
