import type { ColumnType } from 'kysely';
import type { NullablePointColumn, PointColumn } from '#server/db/columns.ts';

export type PlaceTables = {
  place: {
    id: string;
    person_id: string;
    kind: 'home' | 'business';
    address: string;
    exact_point: PointColumn;
    public_point: PointColumn;
    area_label: string;
    created_at: Date;
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
