import type { ColumnType, Generated } from 'kysely';
import type { NullablePointColumn } from '#server/db/database.ts';

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
  /** One row once a home is stored: the size of the cells that the stored public points were computed with. */
  public_grid: {
    is_only: Generated<true>;
    cell_m: number;
  };
  /** The exact location of a subject. Viewers get it from `readExactLocation` only; see address-access.ts. */
  exact_location: {
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

declare module '#server/db/database.ts' {
  interface Tables extends PlaceTables {}
}
