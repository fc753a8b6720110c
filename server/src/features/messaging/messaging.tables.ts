import type { FoodCorrection } from '@openlarder/domain/kernel/food-tags.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import type { Generated } from 'kysely';

export type MessagingTables = {
  conversation: {
    id: string;
    listing_id: string | null;
    /** The request the conversation is about, instead of a listing. */
    request_id: Generated<string | null>;
    /** The donor or helper. */
    giver_id: string;
    /** The claimer or requester. */
    receiver_id: string;
    /** The listing's title at its last claim, or the request's title. */
    listing_title: Generated<string | null>;
    /** Read-only from then on; may be in the future. */
    closed_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  conversation_member: {
    conversation_id: string;
    person_id: string;
    last_read_at: Date;
    /** The read position shown to the other person: does not move across a block. */
    shown_read_at: Date;
  };
  message: {
    id: string;
    conversation_id: string;
    sender_id: string | null;
    content: string;
    event: MessageEvent | null;
    event_time: Generated<Date | null>;
    /** With `food_corrected`. */
    correction: Generated<FoodCorrection | null>;
    photo_id: Generated<string | null>;
    created_at: Date;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends MessagingTables {}
}
