import { type Kysely, sql } from 'kysely';

/** Who asked for food without a name can block a helper by the request, too: the helper does not learn who it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether the blocker knows the other by name: then it is the request's own author.
  await sql`alter table request_block add column is_by_requester boolean not null default false`.execute(db);
}
