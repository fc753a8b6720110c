import type { ClaimStatus } from '@openlarder/domain/claims/claim-states.ts';
import type { Generated } from 'kysely';

export type ClaimTables = {
  claim: {
    id: string;
    listing_id: string;
    donor_id: string;
    claimer_id: string;
    conversation_id: string;
    servings: number;
    status: Generated<ClaimStatus>;
    /** The four digits on the claimer's ticket. */
    code: string;
    code_tries: Generated<number>;
    donor_confirmed_at: Date | null;
    claimer_confirmed_at: Date | null;
    created_at: Date;
    ended_at: Date | null;
  };
};
