import { expect, test } from './fixtures.ts';
import { phonePhoto } from './photos.ts';

test('the photo dialog is 750 by 550 pixels, its photos 280 wide', { tag: ['@wide', '@long'] }, async ({
  newPerson,
}) => {
  const { page } = await newPerson({ firstName: 'Rosa', userType: 'donor' });
  await page.goto('/?tab=share');
  await page.getByRole('button', { name: 'Add photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Photos' });
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'bread.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(false) });
  await expect(dialog.getByText('Ready', { exact: true })).toBeVisible();
  // the size after the opening animation, which scales it
  const sizeOf = (element: typeof dialog) =>
    element.evaluate((node) => node instanceof HTMLElement && [node.offsetWidth, node.offsetHeight]);
  expect(await sizeOf(dialog)).toEqual([750, 550]);
  expect(await sizeOf(dialog.getByRole('listitem').first())).toEqual([280, expect.any(Number)]);
});
