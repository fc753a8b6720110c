import type { Generated } from 'kysely';

export type ClaimTables = {
  claim: {
    id: string;
    listing_id: string;
    /** The request for food that it answers. */
    request_id: Generated<string | null>;
    servings: number;
    handover_id: string;
  };
};
