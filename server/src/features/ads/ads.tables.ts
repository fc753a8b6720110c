import type { AdCategory, AdLocation, AdPlacement, AdType } from '@openlarder/domain/ads/ad-fields.ts';
import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import type { Generated } from 'kysely';

export type AdTables = {
  ad: {
    id: string;
    location: AdLocation;
    ad_type: AdType;
    category: AdCategory;
    title: string;
    description: string;
    cta_text: string;
    cta_link: string | null;
    image_url: string | null;
    sponsor: string | null;
    is_tip: boolean;
    /** Kinds of people; empty for everyone. */
    audience: UserType[];
    weight: number;
    /** How often one device shows it in a day. */
    daily_cap: number | null;
    starts_at: Date;
    ends_at: Date | null;
    created_at: Date;
    impressions: Generated<number>;
    clicks: Generated<number>;
  };
  /** One view of an ad, without the viewer; deleted after a month. */
  ad_impression: {
    id: string;
    ad_id: string;
    placement: AdPlacement;
    created_at: Date;
    clicked_at: Date | null;
    /** Whether the sums of the ad, and its share, count it and its click. */
    is_counted: boolean;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends AdTables {}
}
