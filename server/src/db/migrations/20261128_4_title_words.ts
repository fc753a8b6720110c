import { type Kysely, sql } from 'kysely';

/**
 * The words of an offered listing's title are kept a second time, as '^curry', so that the same index finds what has a
 * word in its title.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function offer_listing(listing food_listing) returns void language plpgsql as $$
    declare
      language regconfig := (select config from search_language);
      folded text[] := search_fold(listing.title || ' ' || listing.description);
      lexemes text[] := search_lexemes(language, folded);
      titled text[] := search_lexemes(language, search_fold(listing.title));
      today date := (listing.updated_at at time zone 'UTC')::date;
    begin
      insert into offered_listing
      values (
        listing.id, listing.donor_id, coalesce(listing.allergens, '{}'),
        listing.public_point, listing.feed_end_at, listing.offered_until, listing.created_at,
        array_to_tsvector(lexemes || ('#' || listing.category)
          || array(select '#' || diet from unnest(listing.diets) as diet)
          || array(select '^' || word from unnest(titled) as word)))
      on conflict (listing_id) do update set
        donor_id = excluded.donor_id, allergens = excluded.allergens, public_point = excluded.public_point,
        feed_end_at = excluded.feed_end_at, offered_until = excluded.offered_until,
        created_at = excluded.created_at, words = excluded.words;
      -- words known today are not touched, or everybody who shares bread would wait for each other; the others
      -- always in one order
      insert into search_word (word, shorter, used_on)
      select word, search_shorter(word), today from (
        select distinct said.word from unnest(folded) as said(word)
        where length(said.word) between 4 and 40 and said.word = any (lexemes) and not exists (
          select from search_word as known where known.word = said.word and known.used_on >= today)
      ) as fresh
      order by word
      on conflict (word) do update set used_on = greatest(search_word.used_on, excluded.used_on);
    end
    $$`.execute(db);
  await sql`select offer_listing(listing) from food_listing as listing where status = 'posted'`.execute(db);
}
