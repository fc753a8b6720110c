import type { Page } from '@playwright/test';
import { countTaps, expect, expectAccessible, listingBody, test } from './fixtures.ts';

// with the animations of the celebration and of its sheets
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const leavesOf = (page: Page) => page.locator('[data-leaves]');

test('the code is shown, entered in one tap and its digits, celebrated once and thanked for', async ({
  newPerson,
}) => {
  const donor = await newPerson({ firstName: 'Greta', userType: 'donor' });
  const claimer = await newPerson({ firstName: 'Hugo' });
  const { body: listing } = await donor.call('POST', '/api/food-listings', listingBody());
  const { body: claimed } = await claimer.call(
    'POST',
    `/api/food-listings/${(listing as { id: string }).id}/claim`,
  );
  const { conversationId, claim } = claimed as {
    conversationId: string;
    claim: { handover: { id: string; code: string } };
  };
  for (const person of [donor, claimer]) {
    await person.page.goto(`/?tab=messages&conversation=${conversationId}`);
    await expect(person.page.getByRole('log')).toBeVisible();
  }

  // One tap shares the address, to this person alone.
  const sharing = await countTaps(donor.page);
  await donor.page.getByRole('button', { name: 'Share my address' }).click();
  await expect(claimer.page.getByRole('link', { name: 'Directions' })).toBeVisible();
  expect(await sharing()).toBe(1);

  // The claimer shows the code: by keyboard, there and back.
  const opener = claimer.page.getByRole('button', { name: /^Pickup code / }).first();
  await opener.press('Enter');
  const shown = claimer.page.getByRole('dialog', { name: 'Show this to Greta' });
  await expect(shown.locator('[data-qr]')).toBeVisible();
  await expectAccessible(claimer.page);
  await claimer.page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await expect(shown).toBeVisible();

  // The donor needs one tap beside the digits.
  const finishing = await countTaps(donor.page, /^\d$/);
  await donor.page.getByRole('button', { name: 'Enter code' }).click();
  await expect(donor.page.getByRole('textbox', { name: "Hugo's pickup code" })).toBeFocused();
  await expectAccessible(donor.page);
  for (const digit of claim.handover.code)
    await donor.page.getByRole('button', { name: digit, exact: true }).click();
  await expect(donor.page.getByText('“Sourdough loaves” has found its table.')).toBeVisible();
  await expect(claimer.page.getByText('Enjoy “Sourdough loaves”!')).toBeVisible();
  expect(await finishing()).toBe(1);
  for (const { page } of [donor, claimer]) {
    await expect(leavesOf(page)).toHaveCount(1);
    await expectAccessible(page);
  }

  // One tap says thank you, and the donor has it in the conversation.
  const thanking = await countTaps(claimer.page);
  await claimer.page.getByRole('button', { name: 'Thank Greta' }).click();
  await expect(claimer.page.getByText('You said thank you.').filter({ visible: true }).first()).toBeVisible();
  expect(await thanking()).toBe(1);
  for (const { page } of [donor, claimer]) await page.getByRole('button', { name: 'Done' }).click();
  await expect(donor.page.getByRole('log').getByText(/says thank you\.$/)).toBeVisible();
  const again = await claimer.call('POST', `/api/handovers/${claim.handover.id}/thank`, { note: 'Again' });
  expect(again.status).toBe(200);
  await expect(donor.page.getByRole('log').getByText(/says thank you/)).toHaveCount(1);

  // Neither a reload nor another tab celebrates again.
  await claimer.page.reload();
  await expect(claimer.page.getByRole('log').getByText('You said thank you.')).toBeVisible();
  await expect(leavesOf(claimer.page)).toHaveCount(0);
});
