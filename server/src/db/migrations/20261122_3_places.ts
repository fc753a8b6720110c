import { type Kysely, sql } from 'kysely';

/** Places without a point, and the public point of a closed account's home. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A business may give only its address, and a person the name of their neighborhood.
  await sql`
    alter table place
      alter column exact_point drop not null,
      alter column public_point drop not null,
      add constraint place_both_points check ((exact_point is null) = (public_point is null))`.execute(db);
  // `owner_key` is a keyed digest of an email address; the point is the moved, public one.
  await sql`
    create table former_place (
      owner_key text not null,
      latitude double precision not null,
      longitude double precision not null,
      made_at timestamptz not null,
      closed_at timestamptz not null,
      primary key (owner_key, latitude, longitude)
    )`.execute(db);
  await sql`create index former_place_age on former_place (closed_at)`.execute(db);
}
