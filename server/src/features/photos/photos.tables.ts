import type { Generated } from 'kysely';

export type PhotoTables = {
  photo: {
    id: string;
    owner_id: string;
    /** An address was signed; a file is coming; it has come; it was no picture; it was decoded and can be shown. */
    state: 'awaiting' | 'receiving' | 'uploaded' | 'refused' | 'ready';
    visibility: Generated<'owner' | 'signed_in' | 'one_person'>;
    /** Who sees it beside its owner, when it is for one person. */
    viewer_id: Generated<string | null>;
    /** Of the file the pictures were made from. */
    byte_size: number | null;
    /** What came to its address, tries that broke off included; while a file is coming, as much as it may bring. */
    received_bytes: Generated<number>;
    width: number | null;
    height: number | null;
    /** Base64. */
    thumbhash: string | null;
    created_at: Date;
    attached_at: Date | null;
  };
};
