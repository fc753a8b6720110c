import type { Language } from '@openlarder/domain/kernel/languages.ts';
import {
  type QueryWord,
  MIN_TYPO_LENGTH,
  type SearchTerm,
} from '@openlarder/domain/listings/search/search-terms.ts';
import { FOLDING_VERSION, wordsOf } from '@openlarder/domain/kernel/search-words.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { wordColumns } from '../listings.store.ts';
import type { ListingRow } from '../listings.tables.ts';

/** Words in use that contain a searched word, at most: the shortest, which it says most about. */
const MAX_HOSTS = 40;
/** Words that a beginning stands for, at most: beyond, the index is asked for the beginning itself. */
const MAX_BEGUN = 12;

/** Sorts behind all that a word has. */
const LAST_CHARACTER = '\u{10ffff}';

const englishNames = new Intl.DisplayNames('en', { type: 'language' });

/**
 * The name of PostgreSQL's dictionary that stems words of a language and knows its stop words, such as
 * `portuguese_stem`; `simple`, which does neither, if it has none.
 */
function dictionaryOf(language: Language) {
  const name = `${englishNames.of(new Intl.Locale(language).language)?.toLowerCase().split(' ')[0]}_stem`;
  return sql<string>`coalesce((select dictname::text from pg_ts_dict where dictname = ${name}), 'simple')`;
}

/**
 * The words of a search query, each with its stems, none if it is a stop word of the reader or the community, and with
 * words in use that are spelled similarly or contain it.
 */
export async function selectQueryWords(db: DbOrTx, asked: string, reader: Language): Promise<QueryWord[]> {
  const { rows } = await sql<QueryWord>`
    select asked.word,
      case when ts_lexize(${dictionaryOf(reader)}::regdictionary, asked.word) = '{}' then '{}'
        else ts_lexize(dictionary::regdictionary, asked.word) end as stems,
      (select case when count(*) <= ${MAX_BEGUN} then coalesce(array_agg(lexeme), '{}') end from (
          select lexeme from search_lexeme
          where lexeme >= asked.word collate "C" and lexeme < (asked.word || ${LAST_CHARACTER}::text) collate "C"
          limit ${MAX_BEGUN + 1}
        ) as of_it) as begun,
      (select coalesce(jsonb_agg(jsonb_build_object('word', known.word,
          'stems', ts_lexize(dictionary::regdictionary, known.word))), '[]')
        from (
          select word from search_word
          where length(asked.word) >= ${MIN_TYPO_LENGTH} and shorter && search_shorter(asked.word)
          union
          (select word from search_word
            where length(asked.word) >= 3 and parts @> search_parts(asked.word) and strpos(word, asked.word) > 0
            order by length(word), word limit ${MAX_HOSTS})
        ) as known) as near
    from search_language, unnest(${[...new Set(wordsOf(asked))]}::text[]) with ordinality as asked(word, nth)
    order by nth`.execute(db);
  return rows;
}

const quoted = (word: string): string => `'${word.replaceAll(/['\\]/g, (sign) => sign + sign)}'`;

/** A term as a PostgreSQL `tsquery`, each word after `before`. */
export function tsqueryText({ anyOf, beginning, begun }: SearchTerm, before = ''): string {
  if (beginning === null || begun !== null)
    return [...new Set([...anyOf, ...(begun ?? [])])].map((word) => quoted(before + word)).join(' | ');
  // words with this beginning are found by it; if they were listed too, the planner would overestimate the matches
  const others = anyOf.filter((word) => !word.startsWith(beginning));
  return [...others.map((word) => quoted(before + word)), `${quoted(before + beginning)}:*`].join(' | ');
}

/** Of each group of terms, whether any offered listing matches all of them. */
export async function areTermsFound(
  db: DbOrTx,
  groups: readonly (readonly SearchTerm[])[],
): Promise<boolean[]> {
  const queries = groups.map((terms) => terms.map((term) => `(${tsqueryText(term)})`).join(' & '));
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from offered_listing where words @@ asked.query::tsquery) as found
    from unnest(${queries}::text[]) with ordinality as asked(query, nth)
    order by nth`.execute(db);
  return rows.map(({ found }) => found);
}

/** The offered listings that match all terms. */
export async function selectFound(db: DbOrTx, terms: readonly SearchTerm[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select listing_id as id from offered_listing
    where ${sql.join(
      terms.map((term) => sql`words @@ ${tsqueryText(term)}::tsquery`),
      sql` and `,
    )}`.execute(db);
  return rows.map(({ id }) => id);
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Stems words in this language from now on; if it or the folding has changed, all words are to be made again. */
export async function setSearchLanguage(
  db: DbOrTx,
  language: Language,
  folding = FOLDING_VERSION,
): Promise<void> {
  const dictionary = dictionaryOf(language);
  await sql`
    update search_language set dictionary = ${dictionary}, folding = ${folding}, renewed_to = ${FIRST_ID}
    where dictionary <> ${dictionary} or folding < ${folding}`.execute(db);
}

type Indexed = Pick<ListingRow, 'id' | 'title' | 'description' | 'status'> &
  Readonly<Record<'title_words' | 'words', string[]>>;

/** Makes the words of up to `limit` listings again that are offered or may be again; false if none is left. */
export async function renewWords(tx: Tx, limit: number): Promise<boolean> {
  const { rows: at } = await sql<{ renewed_to: string | null }>`
    select renewed_to from search_language for no key update`.execute(tx);
  const after = at[0]?.renewed_to ?? null;
  if (after === null) return false;
  const { rows } = await sql<Indexed>`
    select id, title, description, status, title_words, words from food_listing
    where id in (
      select id from (
        select listing_id as id from offered_listing union all select id from food_listing where status = 'claimed'
      ) as searched where id > ${after} order by id limit ${limit})
    order by id for no key update`.execute(tx);
  for (const row of rows) {
    const words = wordColumns(row);
    // a trigger indexes words that differ
    if (words.words.join() !== row.words.join() || words.title_words.join() !== row.title_words.join())
      await tx.updateTable('food_listing').set(words).where('id', '=', row.id).execute();
    else if (row.status === 'posted')
      await sql`select offer_listing(listing) from food_listing as listing where id = ${row.id}`.execute(tx);
  }
  await sql`update search_language set renewed_to = ${rows.at(-1)?.id ?? null}`.execute(tx);
  return rows.length > 0;
}

/** What is kept of the words in use. */
const IN_USE = {
  words: { table: sql.table('search_word'), word: sql.ref('word') },
  lexemes: { table: sql.table('search_lexeme'), word: sql.ref('lexeme') },
} as const;

/**
 * Looks at up to `limit` words last used before `before`, in order after `after`, and deletes those that no offered
 * listing has. Returns the last word looked at; null at the end.
 */
export async function deleteUnusedWords(
  db: DbOrTx,
  kept: keyof typeof IN_USE,
  before: Date,
  after: string,
  limit: number,
): Promise<string | null> {
  const { table, word } = IN_USE[kept];
  const day = sql`(${before}::timestamptz at time zone 'UTC')::date`;
  const { rows } = await sql<{ last: string | null }>`
    with looked_at as (
      select ${word} as word from ${table} where used_on < ${day} and ${word} > ${after} order by ${word} limit ${limit}
    ), forgotten as (
      delete from ${table} as known using looked_at
      -- checked on the row itself too: a concurrent use keeps the word
      where known.${word} = looked_at.word and known.used_on < ${day}
        and not exists (select from offered_listing where words @@ quote_literal(known.${word})::tsquery)
    )
    select max(word) as last from looked_at`.execute(db);
  return rows[0]?.last ?? null;
}
