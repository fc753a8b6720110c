import type { ColumnType } from 'kysely';
import type { NullablePointColumn } from '#server/db/columns.ts';

export type PlaceTables = {
  place: {
    id: string;
    person_id: string;
    kind: 'home' | 'business';
    address: string;
    /** Both points or neither: a business may give its address only, a person a neighbourhood only. */
    exact_point: NullablePointColumn;
    public_point: NullablePointColumn;
    area_label: string;
    created_at: Date;
  };
  /** The public point of a home whose account was closed: should its owner come back, it is theirs again. */
  former_place: {
    /** A keyed digest of the owner's e-mail address. */
    owner_key: string;
    latitude: number;
    longitude: number;
    made_at: Date;
    closed_at: Date;
  };
  /** Where something really is: read by one function only. */
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
    /** Open grants have no end ('infinity', which pg reads as the number Infinity). */
    until: ColumnType<Date | number, Date | 'infinity', Date | 'infinity'>;
  };
};
