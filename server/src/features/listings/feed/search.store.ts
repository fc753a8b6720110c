import {
  type AskedWord,
  FORGIVEN_LETTERS,
  type SearchTerm,
} from '@openlarder/domain/listings/search-terms.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';

/** What a search asks for, as words with their stems and with the words in use that are spelled nearly alike. */
export async function selectAskedWords(db: DbOrTx, asked: string): Promise<AskedWord[]> {
  const { rows } = await sql<AskedWord>`
    select asked.word, tsvector_to_array(to_tsvector(config::regconfig, asked.word)) as stems,
      coalesce((
        select jsonb_agg(jsonb_build_object('word', known.word,
          'stems', tsvector_to_array(to_tsvector(config::regconfig, known.word))))
        from search_word as known
        where length(asked.word) >= ${FORGIVEN_LETTERS} and known.shorter && search_shorter(asked.word)
      ), '[]') as near
    from search_language, unnest(search_fold(${asked})) with ordinality as asked(word, nth)
    order by nth`.execute(db);
  return rows;
}

const quoted = (word: string): string => `'${word.replaceAll(/['\\]/g, (sign) => sign + sign)}'`;

function oneOf({ anyOf, beginning }: SearchTerm): string {
  const ways = anyOf.map(quoted);
  if (beginning !== null) ways.push(`${quoted(beginning)}:*`);
  return `(${ways.join(' | ')})`;
}

/** Terms as PostgreSQL's `tsquery`: all of them are to be met. */
export const tsqueryText = (terms: readonly SearchTerm[]): string => terms.map(oneOf).join(' & ');

/** PostgreSQL's names for the languages a community may have. */
const CONFIGS = { en: 'english' } as const;

/**
 * Stems words in this language from now on. A database that was kept in another has the words of what is offered
 * made anew.
 */
export async function setSearchLanguage(db: DbOrTx, language: keyof typeof CONFIGS): Promise<void> {
  await setSearchConfig(db, CONFIGS[language]);
}

/** The same by PostgreSQL's own name, such as `english`. */
export async function setSearchConfig(db: DbOrTx, config: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update search_language set config = ${config} where config <> ${config}`.execute(db);
  if (numAffectedRows === 0n) return;
  await sql`
    select offer_listing(listing) from food_listing as listing
    where id in (select listing_id from offered_listing)`.execute(db);
}

/**
 * Of up to `limit` words that came before `before`, in their order and behind `after`, forgets those that nothing on
 * offer has. Gives the last one it has looked at; null behind the last of all.
 */
export async function deleteUnusedWords(
  db: DbOrTx,
  before: Date,
  after: string,
  limit: number,
): Promise<string | null> {
  const day = sql`(${before}::timestamptz at time zone 'UTC')::date`;
  const { rows } = await sql<{ last: string | null }>`
    with looked_at as (
      select word from search_word where used_on < ${day} and word > ${after} order by word limit ${limit}
    ), forgotten as (
      delete from search_word as known using looked_at
      -- asked of the row itself too: whoever brings it back meanwhile keeps it
      where known.word = looked_at.word and known.used_on < ${day}
        and not exists (select from offered_listing where words @@ quote_literal(known.word)::tsquery)
    )
    select max(word) as last from looked_at`.execute(db);
  return rows[0]?.last ?? null;
}
