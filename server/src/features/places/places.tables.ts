import type { ColumnType } from 'kysely';
import type { NullablePointColumn } from '#server/db/point-column.ts';

export type PlaceTables = {
  place: {
    id: string;
    person_id: string;
    kind: 'home' | 'business';
    address: string;
    /** Both points or neither: a business may have an address only, a person a neighborhood only. */
    exact_point: NullablePointColumn;
    public_point: NullablePointColumn;
    area_label: string;
    created_at: Date;
  };
  /** The public point of a home of a closed account: it is reused if the owner signs up again. */
  former_place: {
    /** A keyed digest of the owner's email. */
    owner_key: string;
    latitude: number;
    longitude: number;
    made_at: Date;
    closed_at: Date;
  };
  /** The exact location of a subject: read only by `readExactLocation` of places.service. */
  exact_side: {
    subject_type: 'listing' | 'request' | 'profile';
    subject_id: string;
    owner_id: string;
    exact_point: NullablePointColumn;
    address: string;
    instructions: string;
    phone: string | null;
  };
  place_grant: {
    subject_type: 'listing' | 'request' | 'profile';
    subject_id: string;
    viewer_id: string;
    granted_at: Date;
    /** 'infinity' for an open grant, which pg reads as the number Infinity. */
    until: ColumnType<Date | number, Date | 'infinity', Date | 'infinity'>;
  };
};
