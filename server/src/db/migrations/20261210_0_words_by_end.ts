import { type Kysely, sql } from 'kysely';

/**
 * Searches count what ends soon by an index that knows the end: each word of a listing together with the hour in
 * which the listing ends ('123456/curry'). The words themselves are not stored again. `cost` keeps the planner from
 * computing them row by row. See decision 068.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function words_by_end(words tsvector, feed_end_at timestamptz) returns tsvector
    language sql immutable strict parallel restricted cost 2000 as $$
      select array_to_tsvector(array(
        select floor(extract(epoch from feed_end_at) / 3600)::int || '/' || word
        from unnest(tsvector_to_array(words)) as word))
    $$`.execute(db);
  await sql`
    create index offered_listing_words_by_end on offered_listing using gin (words_by_end(words, feed_end_at))
    with (fastupdate = off)`.execute(db);
}
