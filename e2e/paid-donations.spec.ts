import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Process, startApp } from '../server/test/app-process.ts';
import { type CardProvider, openCardProvider } from '../server/test/card-provider.ts';
import { expect, expectAccessible, type Person, test } from './fixtures.ts';
import { replaceProviderScript } from './fake-payment-provider.ts';

/** A server with keys of a card provider, which is a fake on loopback. */
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-e2e-paid-'));
let server: Process;
let provider: CardProvider;
let address = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  provider = await openCardProvider();
  server = await startApp(dataDir, { DEMO: 'off', ...provider.env });
  ({ address } = server);
});
test.afterAll(async () => {
  await server.end('SIGTERM');
  await provider.close();
  rmSync(dataDir, { recursive: true, force: true });
});
test.use({ baseURL: async ({}, use) => use(address) });

/** Delivers the pending events of the provider to the webhook. */
async function deliverEvents(): Promise<void> {
  for (const { payload } of provider.events) {
    const { status } = await fetch(`${address}/api/payments/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': provider.sign(payload) },
      body: payload,
    });
    expect(status).toBe(200);
  }
}

/** The person's latest payment at the provider. */
const latestPayment = (): string => [...provider.intents.keys()].at(-1) ?? '';

async function openCheckout({ page }: Person, amount: string): Promise<void> {
  await page.goto('/donate');
  await page.getByRole('spinbutton', { name: 'Other amount' }).fill(amount);
  await page.getByRole('button', { name: /^Donate \$/ }).click();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible();
}

const pay = async (page: Page, card: string) => {
  await page.getByRole('textbox', { name: 'Card number' }).fill(card);
  await page
    .getByRole('form', { name: 'Payment' })
    .getByRole('button', { name: /^Donate/ })
    .click();
};

test('a donation is paid by card, and the provider is on the donation page alone', async ({ newPerson }) => {
  const june = await newPerson({ firstName: 'June' });
  const { page } = june;
  await replaceProviderScript(page, provider.address);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto('/?tab=profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await page.getByRole('link', { name: 'Donate', exact: true }).first().click();
  await page.getByRole('radio', { name: /Emergency Aid/ }).check();
  await page.getByRole('spinbutton', { name: 'Other amount' }).pressSequentially('٣٣٫٥٠');
  await page.getByRole('textbox', { name: /Message/ }).fill('Eat well');
  expect([...hosts]).toEqual([new URL(address).host]);
  await page.getByRole('button', { name: 'Donate $33.50 · Emergency Aid' }).click();

  await expect(page.getByRole('heading', { name: '$33.50 · Emergency Aid' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible();
  await expect(page.getByText('Test mode')).toBeVisible();
  await expectAccessible(page);
  expect(hosts).toContain('js.stripe.com');
  await pay(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await expectAccessible(page);

  // there and back again is the same payment
  await page.getByRole('button', { name: 'Go Back' }).click();
  await page.getByRole('button', { name: 'Donate $33.50 · Emergency Aid' }).click();
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242 4242 4242 4242');
  await page.getByRole('form', { name: 'Payment' }).getByRole('button', { name: 'Donate $33.50' }).dblclick();
  await expect(page.getByText('Thank You!', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Your donation has been processed successfully.', { exact: true }),
  ).toBeVisible();
  expect(provider.intents.size).toBe(1);
  // declined, and then once for both clicks
  expect(provider.requests.filter((request) => request.endsWith('/confirm'))).toHaveLength(2);
  expect(provider.intents.get(latestPayment())).toMatchObject({ amount: 3350, status: 'succeeded' });

  await expect(page.getByRole('tab', { name: 'Your Impact' })).toHaveAttribute('aria-selected', 'true');
  const row = page.getByRole('listitem').filter({ hasText: '$33.50' });
  await expect(row.getByText('Completed')).toBeVisible();
  await row.getByRole('button').click();
  await expect(row.getByText('$1.27')).toBeVisible();
  await expect(row.getByRole('link', { name: 'Receipt' })).toHaveAttribute(
    'href',
    /^https:\/\/pay\.stripe\.com\/receipts\//,
  );
  await expectAccessible(page);

  provider.refund(latestPayment(), 1000);
  await deliverEvents();
  await page.reload();
  await expect(row.getByText('$10 refunded')).toBeVisible();

  // the next page is without the provider's script
  await openCheckout(june, '12');
  await page
    .getByRole('link', { name: /Back to your profile|Discover/ })
    .first()
    .click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => 'Stripe' in window)).toBe(false);
});
