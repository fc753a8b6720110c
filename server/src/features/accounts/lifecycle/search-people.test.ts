import { expect, test } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { searchPeople } from './account-status.ts';

const { createPerson, ctx, pool } = await testApp();

/** People like this one, with other ids, emails and names, in the order of their ids. */
const addPeople = ({ id }: { readonly id: string }, count: number) =>
  pool.query(
    `insert into person (id, email, name, first_name, last_name, user_type, created_at, updated_at)
      select gen_random_uuid(), 'many-' || nth || '@example.org', 'Zoë Many', 'Zoë', 'Many ' || nth, user_type,
        created_at, updated_at
      from person, generate_series(1, $2::int) as nth where id = $1`,
    [id, count],
  );
const namesOf = async (part: string, most: number) =>
  (await searchPeople(ctx, part, most)).map(({ name }) => name);

test('finds people among thousands by part of a name, however it is accented, or of an email; the first by name', async () => {
  const ana = await createPerson({ firstName: 'Ana', lastName: 'Núñez' });
  await addPeople(ana, 2500);
  expect(await namesOf('nunez', 5)).toEqual(['Ana Núñez']);
  expect(await namesOf('zoe many 2500', 5)).toEqual(['Zoë Many 2500']);
  expect(await namesOf('MANY-1777@', 5)).toEqual(['Zoë Many 1777']);
  expect(await namesOf('a', 2)).toEqual(['Ana Núñez', 'Zoë Many 1']);
  // nothing in it is a pattern
  expect(await namesOf('%', 5)).toEqual([]);
});
