import { expect, expectAccessible, listingBody, type Person, test } from './fixtures.ts';

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
  await planTime(claimer, 'Change the time');
  await expect(page.getByText('Times are in Eastern Time.')).toBeVisible();
});

/** Opens the times to choose from, in a sheet over the conversation. */
async function planTime({ page }: Person, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More about this pickup' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a time is proposed, accepted and changed in two browsers, and the calendar follows', async ({
  newPerson,
}) => {
  const donor = await newPerson({ firstName: 'Nora', userType: 'donor' });
  const claimer = await newPerson({ firstName: 'Kofi' });
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const { body: listing } = await donor.call(
    'POST',
    '/api/food-listings',
    listingBody({ availableFrom: inHours(-1), availableUntil: inHours(6) }),
  );
  const { id } = listing as { id: string };
  const { body: claimed } = await claimer.call('POST', `/api/food-listings/${id}/claim`);
  const { conversationId, claim } = claimed as {
    conversationId: string;
    claim: { handover: { id: string } };
  };
  for (const person of [donor, claimer]) {
    await person.page.goto(`/?tab=messages&conversation=${conversationId}`);
    await expect(person.page.getByRole('log')).toBeVisible();
  }
  const starts = async (): Promise<string> => {
    const file = await claimer.context.request.get(`/api/handovers/${claim.handover.id}/pickup.ics`);
    return /DTSTART:(\S+)/.exec(await file.text())?.[1] ?? '';
  };
  const suggestion = /^(today|tomorrow), /;
  const ofWindow = await starts();

  // Proposed with one tap, and accepted with another.
  await claimer.page.getByRole('button', { name: 'Plan a time' }).click();
  await expectAccessible(claimer.page);
  await claimer.page.getByRole('button', { name: suggestion }).first().click();
  await expect(claimer.page.getByRole('log').getByText(/^You proposed /)).toBeVisible();
  await expectAccessible(claimer.page);
  await expect(donor.page.getByText(/^Kofi.* proposes /).first()).toBeVisible();
  await expectAccessible(donor.page);
  await donor.page.getByRole('button', { name: /^Yes, \d.* works$/ }).click();
  for (const { page } of [donor, claimer]) {
    await expect(page.getByText(/^(today|tomorrow), .* · in /)).toBeVisible();
    await expect(page.getByRole('log').getByText(/^You both agreed on /)).toBeVisible();
  }
  const ofAgreedTime = await starts();
  expect(ofAgreedTime).not.toBe(ofWindow);

  // Changed: the agreed time remains until the other side accepts.
  await planTime(donor, 'Change the time');
  await donor.page.getByRole('button', { name: suggestion }).last().click();
  await expect(claimer.page.getByText(/ proposes (today|tomorrow), .*\.$/).first()).toBeVisible();
  await expect(claimer.page.getByText(/^(today|tomorrow), .* · in /)).toBeVisible();
  expect(await starts()).toBe(ofAgreedTime);
  await claimer.page.getByRole('button', { name: /^Yes, \d.* works$/ }).click();
  await expect(donor.page.getByRole('log').getByText(/^You both agreed on /)).toHaveCount(2);
  expect(await starts()).not.toBe(ofAgreedTime);
});
