-- The searchable part of posted listings, in a table of its own: one narrow row each, independent of the number of past
-- listings. Triggers maintain it from a listing's folded words. Core PostgreSQL only.

-- One row: the dictionary that stems words of the community's language, and the rules by which words are folded (domain:
-- FOLDING_VERSION). Once either changes, the words of listings are made again, in the order of their ids.
create table search_language (
  is_only boolean primary key default true check (is_only),
  dictionary text not null,
  folding integer not null,
  -- the last listing whose words are made again; null if all are
  renewed_to uuid
);
insert into search_language (dictionary, folding) values ('english_stem', 0);

-- The word itself and without each of its letters: two words one edit apart share one of these.
create function search_shorter(word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct case nth when 0 then word else left(word, nth - 1) || substr(word, nth + 1) end)
  from generate_series(0, length(word)) as nth
$$;

-- The parts of three letters by which words within a word are found.
create function search_parts(word text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(word, nth, 3)), '{}') from generate_series(1, length(word) - 2) as nth
$$;

-- Words as written and stemmed; stop words ("the") have no stem and are left out.
create function search_lexemes(dictionary regdictionary, words text[]) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct lexeme), '{}')
  from (select word, ts_lexize(dictionary, word) as stems from unnest(words) as word) as each,
    unnest(each.stems || each.word) as lexeme
  where cardinality(each.stems) > 0
$$;

-- The words in use, by which small typos and words within words are found.
create table search_word (
  word text primary key,
  shorter text[] not null,
  parts text[] not null,
  -- when a listing last brought it, so that what is no longer in use can be forgotten
  used_on date not null
);
create index search_word_shorter on search_word using gin (shorter);
create index search_word_parts on search_word using gin (parts);

-- The stems of words in use and the words themselves, in the order of their letters: what a search's last word begins is
-- looked up here, since an index of lexemes answers for a beginning far slower than for some words.
create table search_lexeme (
  lexeme text collate "C" primary key,
  used_on date not null
);

create table offered_listing (
  listing_id uuid primary key references food_listing on delete cascade,
  donor_id uuid not null, -- person: goes; export: listings
  allergens text[] not null,
  public_point point,
  feed_end_at timestamptz not null,
  available_from timestamptz not null,
  offered_until timestamptz not null,
  created_at timestamptz not null,
  -- of title and description, with its category and diets among them as '#bakery_items', '#vegan', and the words of the
  -- title a second time as '^curry', so that one index also finds what has a word in its title
  words tsvector not null
);

-- Each word together with the hour in which the listing ends ('123456/curry'): searches count what ends soon by an index
-- of these, and the words are not stored again. `cost` keeps the planner from computing them row by row. See decision 068.
create function words_by_end(words tsvector, feed_end_at timestamptz) returns tsvector
language sql immutable strict parallel restricted cost 2000 as $$
  select array_to_tsvector(array(
    select floor(extract(epoch from feed_end_at) / 3600)::int || '/' || word
    from unnest(tsvector_to_array(words)) as word))
$$;

-- The feed's order: listings without a place come last.
create index offered_listing_feed on offered_listing (feed_end_at, created_at desc, listing_id)
  where public_point is not null;
create index offered_listing_placeless on offered_listing (feed_end_at, created_at desc, listing_id)
  where public_point is null;
create index offered_listing_new on offered_listing (created_at);
-- of what is new, what ends soonest
create index offered_listing_fresh
  on offered_listing (date_bin('1 hour', created_at, timestamptz 'epoch'), feed_end_at);
create index offered_listing_donor on offered_listing (donor_id);
create index offered_listing_place on offered_listing using gist (public_point);
create index offered_listing_words on offered_listing using gin (words);
create index offered_listing_words_by_end on offered_listing using gin (words_by_end(words, feed_end_at))
  with (fastupdate = off);

create function offer_listing(listing food_listing) returns void language plpgsql as $$
declare
  language regdictionary := (select dictionary from search_language);
  lexemes text[] := search_lexemes(language, listing.words);
  titled text[] := search_lexemes(language, listing.title_words);
  today date := (listing.updated_at at time zone 'UTC')::date;
begin
  insert into offered_listing
  values (
    listing.id, listing.donor_id, coalesce(listing.allergens, '{}'),
    listing.public_point, listing.feed_end_at, listing.available_from, listing.offered_until, listing.created_at,
    array_to_tsvector(lexemes || ('#' || listing.category)
      || array(select '#' || diet from unnest(listing.diets) as diet)
      || array(select '^' || word from unnest(titled) as word)))
  on conflict (listing_id) do update set
    donor_id = excluded.donor_id, allergens = excluded.allergens, public_point = excluded.public_point,
    feed_end_at = excluded.feed_end_at, available_from = excluded.available_from, offered_until = excluded.offered_until,
    created_at = excluded.created_at, words = excluded.words;
  -- words known today are not touched, or everybody who shares bread would wait for each other; the others
  -- always in one order
  insert into search_word (word, shorter, parts, used_on)
  select word, search_shorter(word), search_parts(word), today from (
    select distinct said.word from unnest(listing.words) as said(word)
    where length(said.word) between 4 and 40 and said.word = any (lexemes) and not exists (
      select from search_word as known where known.word = said.word and known.used_on >= today)
  ) as fresh
  order by word
  on conflict (word) do update set used_on = greatest(search_word.used_on, excluded.used_on);
  insert into search_lexeme (lexeme, used_on)
  select lexeme, today from (
    select distinct said.lexeme collate "C" as lexeme from unnest(lexemes) as said(lexeme)
    where not exists (
      select from search_lexeme as known where known.lexeme = said.lexeme and known.used_on >= today)
  ) as fresh
  order by lexeme
  on conflict (lexeme) do update set used_on = greatest(search_lexeme.used_on, excluded.used_on);
end
$$;
create function keep_offered_listing() returns trigger language plpgsql as $$
begin
  if new.status = 'posted' then perform offer_listing(new);
  else delete from offered_listing where listing_id = new.id;
  end if;
  return null;
end
$$;
create trigger offer_new after insert on food_listing
  for each row when (new.status = 'posted') execute function keep_offered_listing();
-- A claim that leaves servings changes nothing here.
create trigger offer_changed after update on food_listing
  for each row when ('posted' in (old.status, new.status)
    and (old.status, old.title_words, old.words, old.category, old.diets, old.allergens, old.donor_id,
         old.public_point::text, old.feed_end_at, old.available_from, old.offered_until, old.created_at)
      is distinct from
        (new.status, new.title_words, new.words, new.category, new.diets, new.allergens, new.donor_id,
         new.public_point::text, new.feed_end_at, new.available_from, new.offered_until, new.created_at))
  execute function keep_offered_listing();
