import { expect, expectAccessible, type Person, runAdmin, test } from './fixtures.ts';

const SHOP = { address: '789 9th Avenue, New York', latitude: 40.765218, longitude: -73.987334 };

async function registerAsBusiness({ page }: Person, name: string): Promise<void> {
  await page.goto('/?tab=profile');
  await page.getByRole('button', { name: 'Register as Business' }).click();
  const dialog = page.getByRole('dialog', { name: 'Corporate Food Rescue Registration' });
  await dialog.getByRole('button', { name: 'Register as Business' }).click();
  await expect(dialog.getByText('Organization name must be at least 2 characters')).toBeVisible();
  await expect(dialog.getByText('Please provide a complete address')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Organization name' }).fill(name);
  await dialog.getByRole('combobox', { name: 'Type of organization' }).selectOption({ label: 'Bakery' });
  await dialog.getByRole('textbox', { name: /address/i }).fill(SHOP.address);
  await dialog.getByRole('button', { name: 'Use my location' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Register as Business' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Corporate Partner')).toBeVisible();
  await expect(page.getByText('Business Partner')).toBeVisible();
}

/** Opens the listing from the feed and claims this number of its servings. */
async function claimPart({ page }: Person, title: string, servings: number): Promise<void> {
  await page.getByRole('article').filter({ hasText: title }).getByRole('link', { name: title }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /How many/ }).fill(String(servings));
  await dialog.getByRole('button', { name: `Claim ${servings} servings` }).click();
  await expect(dialog.getByText(`You claimed ${servings} servings`)).toBeVisible();
}

test('a business posts a bulk donation, found by search despite a typo, and claimed in parts', {
  tag: '@long',
}, async ({ newPerson }) => {
  const shopName = `Corner Bakery ${Date.now()}`;
  const baker = await newPerson({ firstName: 'Colette', userType: 'donor', place: null });
  await baker.context.setGeolocation(SHOP);
  const maria = await newPerson({ firstName: 'Maria' });
  const kofi = await newPerson({ firstName: 'Kofi' });
  const onlooker = await newPerson({ firstName: 'Olga' });

  await registerAsBusiness(baker, shopName);
  await runAdmin('verify', baker.email);
  const { page } = baker;
  await page.getByRole('link', { name: 'Share Food' }).first().click();
  await page.getByRole('tab', { name: 'Business Donation' }).click();
  await page.getByRole('button', { name: 'Bakery', exact: true }).click();
  const title = `Day-old loaves ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await expectAccessible(page);

  await maria.page.goto('/');
  await page.getByRole('button', { name: 'Post as is' }).click();
  await expect(page.getByRole('region', { name: 'Just shared' })).toContainText(title);
  // by its title, since the first page also has food of other tests
  for (const { page: feed } of [kofi, onlooker]) await feed.goto(`/?q=${encodeURIComponent(title)}`);

  // Found by a category word with a typo. A verified business's address is public.
  // A phone's search is an icon in the header.
  const unfold = maria.page.getByRole('button', { name: 'Search food' });
  if (await unfold.isVisible()) await unfold.click();
  await maria.page.getByRole('searchbox', { name: 'Search food' }).fill('bred');
  await expect(maria.page).toHaveURL(/q=bred/);
  await claimPart(maria, title, 3);
  await expect(maria.page.getByRole('dialog').getByText(SHOP.address).first()).toBeVisible();

  // Other people see the remaining servings without a reload.
  await expect(onlooker.page.getByRole('article').filter({ hasText: title })).toContainText('37 left of 40');
  await claimPart(kofi, title, 5);
  await expect(onlooker.page.getByRole('article').filter({ hasText: title })).toContainText('32 left of 40');

  // Each claim has its own code and conversation.
  const claims = await Promise.all(
    [maria, kofi].map(async (person) => {
      const { body } = await person.call('GET', '/api/claims?side=mine');
      return (body as { servings: number; conversationId: string; status: string }[])[0];
    }),
  );
  expect(claims.map((claim) => [claim?.servings, claim?.status])).toEqual([
    [3, 'open'],
    [5, 'open'],
  ]);
  expect(new Set(claims.map((claim) => claim?.conversationId)).size).toBe(2);
  const { body } = await baker.call('GET', '/api/claims?side=theirs');
  expect(body).toHaveLength(2);
});

test('a draft survives navigation; a listing is edited, extended and withdrawn', { tag: '@long' }, async ({
  newPerson,
}) => {
  const { page } = await newPerson({ firstName: 'Hana', userType: 'donor' });
  const title = `Plum jam ${Date.now()}`;
  await page.goto('/?tab=share');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('link', { name: 'Discover' }).first().click();
  await expect(page.getByRole('heading', { name: 'Food Near You' })).toBeVisible();
  await page.goto('/?tab=share');
  await expect(page.getByText('We saved what you wrote.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  await page.getByRole('button', { name: 'Share Food' }).click();
  await page.getByRole('link', { name: 'See your listing' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();

  await dialog.getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit your listing' });
  await editing.getByRole('textbox', { name: 'Title' }).fill(`${title}, six jars`);
  await expectAccessible(page);
  await editing.getByRole('button', { name: /Save/ }).click();
  await expect(page.getByRole('heading', { name: `${title}, six jars` })).toBeVisible();

  await page.getByRole('button', { name: 'Extend' }).click();
  await page.getByRole('dialog', { name: 'Offer it longer' }).getByRole('button', { name: 'Extend' }).click();
  await expect(page.getByText(/^Offered until/).first()).toBeVisible();

  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: 'Stop sharing this food?' }))
    .getByRole('button', { name: /Stop sharing/ })
    .click();
  await page.getByRole('button', { name: 'Share again' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`${title}, six jars`);
});
