import { type RawBuilder, sql } from 'kysely';

/** The ids of all people with a block between them and the viewer, in either direction; for `in (...)`. */
export function blockedPeople(viewerId: string | RawBuilder<string>): RawBuilder<unknown> {
  return sql`select blocked_id as person_id from block where blocker_id = ${viewerId}
    union all select blocker_id from block where blocked_id = ${viewerId}`;
}

/**
 * A query condition: no block between the viewer and the person in `personColumn` (`table.column`), which is never
 * null. PostgreSQL reads the viewer's blocks once for each statement.
 */
export function notBlockedBetween(
  personColumn: string,
  viewerId: string | RawBuilder<string>,
): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(personColumn)} not in (${blockedPeople(viewerId)})`;
}
