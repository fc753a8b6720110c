import type { Generated } from 'kysely';

export type PhotoTables = {
  photo: {
    id: string;
    owner_id: string;
    /** URL signed; upload in progress; uploaded; not decodable; decoded. */
    state: 'awaiting' | 'receiving' | 'uploaded' | 'refused' | 'ready';
    visibility: Generated<'owner' | 'signed_in' | 'one_person'>;
    /** The one person besides its owner who may see it. */
    viewer_id: Generated<string | null>;
    /** The size of the original. */
    byte_size: number | null;
    /** All bytes received, including interrupted uploads; during an upload, its reservation. */
    received_bytes: Generated<number>;
    width: number | null;
    height: number | null;
    /** Base64. */
    thumbhash: string | null;
    created_at: Date;
    attached_at: Date | null;
    /** When it was taken off what had shown it. */
    detached_at: Generated<Date | null>;
    /** The photo whose files it shows, which may be gone; null for its own. */
    copy_of: Generated<string | null>;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends PhotoTables {}
}
