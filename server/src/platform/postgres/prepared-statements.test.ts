import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { DbOrTx } from '#server/db/database.ts';
import { compileOnce, inTransaction, type Placeholder } from '#server/platform/postgres/database.ts';
import { testApp } from '#server/test/test-app.ts';

const { db, createPerson } = await testApp();

it('runs one text with the named values of each run', async () => {
  const [ana, ben] = [await createPerson(), await createPerson()];
  let built = 0;
  const select = compileOnce(
    (dbOrTx: DbOrTx, given: Placeholder<{ note: string; ids: readonly string[] }>) => {
      built += 1;
      return dbOrTx
        .selectFrom('person')
        .select(['id', sql<string>`${given('note')}::text`.as('note')])
        .where('id', '=', sql<string>`any(${given('ids')}::uuid[])`)
        .where(sql<boolean>`${given('note')}::text <> ${'nobody'}`);
    },
  );
  const rows = await Promise.all([
    select(db, { note: 'first', ids: [ana.id] }),
    inTransaction({ db }, (tx) => select(tx.db, { ids: [ben.id], note: 'second' })),
    select(db, { note: 'nobody', ids: [ana.id, ben.id] }),
  ]);
  expect(rows).toEqual([[{ id: ana.id, note: 'first' }], [{ id: ben.id, note: 'second' }], []]);
  expect(built).toBe(1);
});
