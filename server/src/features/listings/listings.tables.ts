import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { Category, DateKind, Thing, UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';
import type { Generated, Selectable } from 'kysely';
import type { ComputedColumn, NullablePointColumn } from '#server/db/database.ts';

export type ListingTables = {
  food_listing: {
    id: string;
    donor_id: string;
    title: string;
    description: string;
    title_words: string[];
    words: string[];
    category: Category;
    status: Generated<ListingStatus>;
    estimated_servings: number;
    /** The servings as shared; null for listings from before the column existed. */
    offered_servings: number | null;
    servings_left: number;
    /** Held by open claims, or by those that answered a request and end for others at `settles_at`. */
    servings_claimed: Generated<number>;
    /** Of these: on offer again at `settles_at`. */
    servings_returning: Generated<number>;
    /** Of these: lost at `settles_at`, since there was no food. */
    servings_gone: Generated<number>;
    settles_at: Generated<Date | null>;
    available_from: Date;
    available_until: Date;
    best_by_date: Date;
    expiry_date: Date | null;
    date_kind: Generated<DateKind>;
    /** Null: unknown. */
    allergens: Allergen[] | null;
    diets: Generated<Diet[]>;
    urgency_level: UrgencyLevel;
    is_bulk: Generated<boolean>;
    may_go_to_one: Generated<boolean>;
    counted_as: Thing | null;
    closing_time: string | null;
    share_place_at_once: Generated<boolean>;
    /** The public point: the grid's, or that of a business; null if the listing has no place. */
    public_point: NullablePointColumn;
    area_label: string;
    /** True at a business: the public point is exact. */
    place_is_public: Generated<boolean>;
    feed_end_at: ComputedColumn<Date>;
    offered_until: ComputedColumn<Date>;
    /** The donor has withdrawn the rest: servings released later are not offered again. */
    withdrawn_at: Generated<Date | null>;
    created_at: Date;
    updated_at: Date;
  };
  listing_photo: { listing_id: string; position: number; photo_id: string; caption: Generated<string> };
};

/** A listing without the words for the search, which only the database reads. */
export type ListingRow = Omit<Selectable<ListingTables['food_listing']>, 'title_words' | 'words'>;

/** The data for a thumbnail: the title and the first photo. */
export type ListingThumbnail = Pick<ListingRow, 'id' | 'donor_id' | 'title' | 'category' | 'status'> & {
  readonly first_photo_id: string | null;
};

declare module '#server/db/database.ts' {
  interface Tables extends ListingTables {}
}
