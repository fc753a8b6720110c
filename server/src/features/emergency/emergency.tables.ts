import type { CANCEL_REASONS, RequestUrgency } from '@openlarder/domain/emergency/request-fields.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import type { Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { RequestStatus } from '@openlarder/domain/emergency/request-states.ts';
import type { Generated } from 'kysely';
import type { PointColumn } from '#server/db/point-column.ts';

export type EmergencyTables = {
  emergency_request: {
    id: string;
    requester_id: string;
    title: string;
    description: string;
    urgency_level: RequestUrgency;
    household_size: number;
    special_needs: string;
    dietary_restrictions: Diet[];
    preferred_categories: Category[];
    radius_km: number;
    public_point: PointColumn;
    area_label: string;
    /** A public meeting point, for the helper only; empty for none. */
    meeting_point: string;
    status: Generated<RequestStatus>;
    /** How often it was reopened. */
    round: Generated<number>;
    /** The wave of alerts that is sent at `next_wave_at`; null if none follows. */
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
    created_at: Date;
  };
  /** The donors alerted to a request, by round and wave. */
  emergency_alert: {
    request_id: string;
    donor_id: string;
    round: number;
    wave: number;
    alerted_at: Date;
  };
};
