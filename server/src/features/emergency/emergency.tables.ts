import type { CANCEL_REASONS, RequestUrgency } from '@openlarder/domain/emergency/request-fields.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import type { RequestStatus } from '@openlarder/domain/emergency/request-states.ts';
import type { AreaRegion } from '@openlarder/domain/emergency/request-areas.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ComputedColumn } from '#server/db/database.ts';

export type StoredArea = AreaRegion & {
  readonly label: string;
  /** Where the place is that it is named after, if that is in it. */
  readonly namedAt?: GeoPoint | null;
};

export type EmergencyTables = {
  emergency_request: {
    id: string;
    requester_id: string;
    title: string;
    description: string;
    urgency_level: RequestUrgency;
    household_size: number;
    special_needs: string;
    dietary_restrictions: string[];
    preferred_categories: Category[];
    radius_km: number;
    /** The area that it shows, which never changes; null for the community as a whole. */
    area: ColumnType<StoredArea | null, string | null, string | null>;
    /** Whether strangers read the requester's first name. */
    shows_first_name: Generated<boolean>;
    /** A public meeting point, for the helper only; empty for none. */
    meeting_point: string;
    status: Generated<RequestStatus>;
    /** What all but its two people still see instead, and until when; null if they see the status. */
    shown_status: Generated<'pending' | 'matched' | null>;
    shown_until: Generated<Date | null>;
    /** What all but its two people see: `shown_status`, else `status`. */
    public_status: ComputedColumn<RequestStatus>;
    /** The first name that a closed account chose to show, as long as others see the request as pending. */
    kept_first_name: Generated<string | null>;
    /** How often it was reopened. */
    round: Generated<number>;
    /** The wave of alerts that is sent at `next_wave_at`, null if none follows; -1 if none ever does. */
    next_wave: Generated<number>;
    next_wave_at: Date | null;
    created_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    cancel_reason: Generated<(typeof CANCEL_REASONS)[number] | null>;
  };
  emergency_match: {
    id: string;
    request_id: string;
    helper_id: string;
    handover_id: string;
    /** The claim, if servings of a listing were given. */
    claim_id: Generated<string | null>;
    is_rejoin: Generated<boolean>;
    created_at: Date;
  };
  /** Matches that were refused because another person was helping, or because a block prevents a match of the two. */
  match_attempt: {
    request_id: string;
    helper_id: string;
    /** In this round of the request it looks taken to this person. */
    round: number;
    /** It looks taken to this person from then on. */
    is_blocked: boolean;
    attempted_at: Date;
  };
  /** The partition into areas of each month. */
  request_area_build: {
    month: string;
    cells: string[];
    /** The label of each area in force; null for the community's name. */
    in_force: JSONColumnType<Record<string, string | null>>;
    /** How many people count in each 16 km cell. */
    people: JSONColumnType<Record<string, number>>;
    built_at: Date;
  };
  emergency_alert: {
    request_id: string;
    donor_id: string;
    round: number;
    wave: number;
    alerted_at: Date;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends EmergencyTables {}
}
