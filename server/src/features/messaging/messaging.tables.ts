import type { Generated } from 'kysely';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';

export type MessagingTables = {
  conversation: {
    id: string;
    listing_id: string | null;
    /** Instead of a listing: the request for food that it is about. */
    request_id: Generated<string | null>;
    /** Who shares. */
    host_id: string;
    /** Who comes for it. */
    guest_id: string;
    /** What the food was called when it was claimed last, or the request. */
    listing_title: Generated<string | null>;
    /** Read-only from then on; may lie ahead. */
    closed_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  conversation_member: {
    conversation_id: string;
    person_id: string;
    last_read_at: Date;
    /** What the other is shown of it: stands still across a block. */
    shown_read_at: Date;
  };
  message: {
    id: string;
    conversation_id: string;
    sender_id: string | null;
    content: string;
    event: MessageEvent | null;
    photo_id: Generated<string | null>;
    created_at: Date;
  };
};
