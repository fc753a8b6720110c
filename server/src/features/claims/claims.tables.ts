import type { Generated } from 'kysely';

export type ClaimTables = {
  claim: {
    id: string;
    listing_id: string;
    /** The request for food that it answers. */
    request_id: Generated<string | null>;
    servings: number;
    /** Whether they counted to the claimer's daily share of bulk food when they were taken. */
    is_shared_out: Generated<boolean>;
    handover_id: string;
  };
};
