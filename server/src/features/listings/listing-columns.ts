import type { ListingTables } from './listings.tables.ts';

/** Every column of a listing's row, once. */
const COLUMNS: Readonly<Record<keyof ListingTables['food_listing'], true>> = {
  id: true,
  donor_id: true,
  title: true,
  description: true,
  category: true,
  status: true,
  estimated_servings: true,
  servings_left: true,
  servings_claimed: true,
  available_from: true,
  available_until: true,
  best_by_date: true,
  expiry_date: true,
  date_kind: true,
  allergens: true,
  diets: true,
  urgency_level: true,
  is_bulk: true,
  closing_time: true,
  share_place_at_once: true,
  public_point: true,
  area_label: true,
  place_is_public: true,
  feed_end_at: true,
  offered_until: true,
  withdrawn_at: true,
  created_at: true,
  updated_at: true,
};

/** The columns of a listing's row by name, for statements that do not say `*`. */
export const LISTING_COLUMNS: readonly string[] = Object.keys(COLUMNS);
