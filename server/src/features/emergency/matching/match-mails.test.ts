import { expect, test } from 'vitest';
import { alertFixture } from '#server/test/alert-fixture.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';

const mails = await mailFixture();
const { aMinute, as, mailsTo, pool, reachable } = mails;
const { asked, near, somewhere } = alertFixture(mails);

/** A requester whom a donor begins to help with food of theirs. */
async function helped() {
  const center = somewhere();
  const [requester, helper] = [
    await reachable({ firstName: 'Lena' }),
    await near(center, 1, { firstName: 'Omar' }),
  ];
  await pool.query('update person set email_verified = true where id = $1', [helper.id]);
  const { id } = await asked(center, { by: requester });
  const match = { method: 'POST', url: `/api/emergency-requests/${id}/match`, payload: {} } as const;
  expect((await as(helper, match)).statusCode).toBe(201);
  return { requester, id };
}

test('a requester who closed the page gets one mail about the match, with a link to the conversation', async () => {
  const { requester, id } = await helped();
  for (let minute = 0; minute < 3; minute++) await aMinute();
  const [mail, ...more] = mailsTo(requester);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^Omar.* wants to help you$/);
  expect(mail?.text).toContain(`/?tab=messages&request=${id}`);
});

test('a requester who has seen it on the page gets none', async () => {
  const { requester } = await helped();
  await as(requester, { method: 'POST', url: '/api/notifications/read' });
  await aMinute();
  expect(mailsTo(requester)).toEqual([]);
});
