import { expect, expectAccessible, listingBody, type Person, test } from './fixtures.ts';

/** On a phone the ticket above a conversation is collapsed, to leave room for messages. */
async function unfoldTicket({ page }: Person): Promise<void> {
  const ticket = page.locator('details').first();
  if ((await ticket.getAttribute('open')) === null) await ticket.locator('summary').first().click();
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
    await unfoldTicket(person);
  }
  const starts = async (): Promise<string> => {
    const file = await claimer.context.request.get(`/api/handovers/${claim.handover.id}/pickup.ics`);
    return /DTSTART:(\S+)/.exec(await file.text())?.[1] ?? '';
  };
  const suggestion = /^(today|tomorrow), /;
  const ofWindow = await starts();

  // Proposed with one tap, and accepted with another.
  await claimer.page.getByRole('button', { name: suggestion }).first().click();
  await expect(claimer.page.getByText(/^You proposed .* Waiting for Nora/)).toBeVisible();
  await expectAccessible(claimer.page);
  await expect(donor.page.getByText(/^Kofi.* proposes /).first()).toBeVisible();
  await expectAccessible(donor.page);
  await donor.page.getByRole('button', { name: /^Yes, .* works$/ }).click();
  for (const { page } of [donor, claimer]) {
    await expect(page.getByText(/^(Pick up|Kofi.* is coming) (today|tomorrow), /).first()).toBeVisible();
    await expect(page.getByRole('log').getByText(/^You both agreed on /)).toBeVisible();
  }
  const ofAgreedTime = await starts();
  expect(ofAgreedTime).not.toBe(ofWindow);

  // Changed: the agreed time stands until the other accepts.
  await donor.page.getByRole('button', { name: 'Change the time' }).click();
  await donor.page.getByRole('button', { name: suggestion }).last().click();
  await expect(
    claimer.page.getByText(/^You're on for .* unless you both agree on another time\.$/),
  ).toBeVisible();
  expect(await starts()).toBe(ofAgreedTime);
  await claimer.page.getByRole('button', { name: /^Yes, .* works$/ }).click();
  await expect(donor.page.getByRole('log').getByText(/^You both agreed on /)).toHaveCount(2);
  expect(await starts()).not.toBe(ofAgreedTime);
});
