import type { Generated } from 'kysely';

export type PhotoTables = {
  photo: {
    id: string;
    owner_id: string;
    /** An address was signed; a file has come; it was decoded and can be shown. */
    state: 'awaiting' | 'uploaded' | 'ready';
    visibility: Generated<'owner' | 'signed_in'>;
    byte_size: number | null;
    width: number | null;
    height: number | null;
    /** Base64. */
    thumbhash: string | null;
    created_at: Date;
    attached_at: Date | null;
  };
};
