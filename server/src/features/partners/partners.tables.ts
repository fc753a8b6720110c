import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { Category, DateKind } from '@openlarder/domain/listings/listing-fields.ts';
import type { QuestionState } from '@openlarder/domain/partners/recurring-surplus.ts';
import type { Weekday } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import type { ColumnType, Generated } from 'kysely';

/** A calendar day of the community, such as 2026-05-04; read with `::text`. */
type Day = ColumnType<Date, string, string>;

export type PartnerTables = {
  /** Wall-clock times of the community's zone, such as 07:30. */
  opening_interval: { person_id: string; weekday: Weekday; opens: string; closes: string };
  recurring_surplus: {
    id: string;
    person_id: string;
    title: string;
    description: string;
    category: Category;
    servings: number;
    date_kind: DateKind;
    /** Null: unknown. */
    allergens: Allergen[] | null;
    diets: Diet[];
    pickup_instructions: string;
    weekdays: Weekday[];
    ask_at: string;
    pickup_from: string;
    pickup_until: string;
    /** The first day on which it is asked about. */
    starts_on: Day;
    /** The listing it was made from, whose photos are shown. */
    listing_id: string | null;
    paused_at: Generated<Date | null>;
    created_at: Date;
  };
  /** At most one for each day. */
  surplus_question: {
    id: string;
    surplus_id: string;
    person_id: string;
    day: Day;
    state: QuestionState;
    pickup_from: Date;
    pickup_until: Date;
    /** Null for a day off, which is stored in advance. */
    asked_at: Date | null;
    answered_at: Generated<Date | null>;
    listing_id: Generated<string | null>;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends PartnerTables {}
}
