import type { HandoverStatus } from '@openlarder/domain/handovers/handover-states.ts';
import type { Generated, Selectable } from 'kysely';

export type ClaimTables = {
  claim: {
    id: string;
    listing_id: string;
    /** The request for food that it answers. */
    request_id: Generated<string | null>;
    servings: number;
    /** Whether they counted to the claimer's daily share of bulk food when they were taken. */
    is_shared_out: Generated<boolean>;
    /** When what is said of the food was last corrected: a release after it counts to no limit. */
    food_corrected_at: Generated<Date | null>;
    handover_id: string;
  };
};

export type ClaimRow = Selectable<ClaimTables['claim']> & {
  readonly donor_id: string;
  readonly claimer_id: string;
  readonly conversation_id: string;
  readonly status: HandoverStatus;
  readonly created_at: Date;
  readonly ended_at: Date | null;
};

declare module '#server/db/database.ts' {
  interface Tables extends ClaimTables {}
}
