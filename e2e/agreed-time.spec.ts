import { expect, expectAccessible, listingBody, test } from './fixtures.ts';

test('a pickup shows the time of its community on a device in another zone, in every place', {
  tag: '@long',
}, async ({ newPerson }) => {
  const donor = await newPerson({ firstName: 'Nora', userType: 'donor' });
  const claimer = await newPerson({ firstName: 'Kofi', timezoneId: 'Asia/Tokyo' });
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const times = { availableFrom: inHours(-1), availableUntil: inHours(6) };
  const { body: listing } = await donor.call('POST', '/api/food-listings', listingBody(times));
  const { id } = listing as { id: string };
  const { body: claimed } = await claimer.call('POST', `/api/food-listings/${id}/claim`);
  const { conversationId, claim } = claimed as {
    conversationId: string;
    claim: { handover: { id: string } };
  };
  const agreedMs = Math.ceil((Date.now() + 2 * 3_600_000) / 3_600_000) * 3_600_000;
  const time = new Date(agreedMs).toISOString();
  const path = `/api/handovers/${claim.handover.id}`;
  expect((await donor.call('POST', `${path}/propose-time`, { time })).status).toBe(200);
  expect((await claimer.call('POST', `${path}/accept-time`, { time })).status).toBe(200);
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', timeZone: 'America/New_York' });
  const hour = format.format(agreedMs).replaceAll(/\s/g, ' ');
  const { page } = claimer;
  const asSaid = new RegExp(`\\b${hour}`);
  for (const at of [
    '/',
    `/?tab=messages&conversation=${conversationId}`,
    '/?tab=profile',
    `/?tab=profile&claim=${(claim as { id?: string }).id ?? ''}`,
  ]) {
    await page.goto(at);
    await expect(
      page.locator('main, [data-dock]').getByText(asSaid).filter({ visible: true }).first(),
    ).toBeVisible();
  }
  await page.goto(`/?tab=messages&conversation=${conversationId}`);
  await page.getByRole('button', { name: 'More about this pickup' }).click();
  await page.getByRole('menuitem', { name: 'Change the time' }).click();
  await expect(page.getByText('Times are in Eastern Time.')).toBeVisible();
  await expectAccessible(page);
});
