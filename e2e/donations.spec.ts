import { expect, expectAccessible, type Person, test } from './fixtures.ts';

/** Opens the donation page from the navigation, or on a phone from the profile. */
async function openDonate({ page }: Person): Promise<void> {
  await page.goto('/?tab=profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await page.getByRole('link', { name: 'Donate', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Donate' })).toBeAttached();
}

test('a donation goes as far as the community can take it, and nothing of a provider is loaded', {
  tag: '@long',
}, async ({ newPerson }) => {
  const june = await newPerson({ firstName: 'June' });
  const { page } = june;
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await openDonate(june);

  await expect(
    page.getByRole('heading', { name: 'Your $10 keeps this larder free for everyone' }),
  ).toBeVisible();
  await expectAccessible(page);
  const typed = page.getByRole('spinbutton', { name: 'Other amount' });
  await typed.fill('0.5');
  await page.getByRole('button', { name: 'Donate $10 · Platform Support' }).click();
  await expect(page.getByText('Minimum Amount Required', { exact: true })).toBeVisible();
  await expect(typed).toBeFocused();
  await typed.fill('33.50');
  await page.getByRole('radio', { name: /Emergency Aid/ }).check();
  await page.getByRole('textbox', { name: /Message/ }).fill('Eat well');
  await expect(page.getByText('8/200')).toBeVisible();
  await page.getByRole('button', { name: 'Donate $33.50 · Emergency Aid' }).click();

  const failed = page.getByRole('region', { name: 'Payment Setup Failed' });
  await expect(failed).toBeVisible();
  await expect(page.getByText('Payment Unavailable', { exact: true })).toBeVisible();
  await expectAccessible(page);
  // the reply to Try Again, which a browser also logs to its console
  const body = { amount: 3350, donationType: 'emergency_response' };
  expect(await june.call('POST', '/api/create-payment-intent', body)).toMatchObject({
    status: 503,
    body: { code: 'payments-not-configured' },
  });
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Donate $33.50 · Emergency Aid' })).toBeVisible();

  await page.getByRole('tab', { name: 'Choose Amount' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByText("You haven't made any donations yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Make Your First Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Your $33.50 supports 12 meals' })).toBeVisible();
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});
