import { SPECIFIED_CLAIMS } from '@openlarder/domain/kernel/community-claims.ts';
import { createPaymentIntent, refreshDonation } from '@openlarder/domain/donations/donation-contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { aDonation, renderDonate } from '#web/testing/donations.tsx';

const refuse = () =>
  replyError(createPaymentIntent, 503, {
    code: 'payments-not-configured',
    message: 'Payment processing is not configured. Please contact support.',
  });
const proceed = (name: RegExp | string) => screen.findByRole('button', { name });
const custom = () => screen.getByRole('spinbutton', { name: 'Other amount' });
/** Sets the number without an animation, whose intermediate values the test environment cannot show. */
const type = (value: string) => fireEvent.change(custom(), { target: { value } });
const preset = (name: RegExp) => screen.getByRole('button', { name });
const tab = (name: string) => screen.getByRole('tab', { name });
const impact = () => screen.getByRole('heading', { level: 2 }).textContent;
const toastOf = async (title: string) => (await screen.findByText(title)).closest('p')?.textContent;

describe('choosing an amount', () => {
  it('offers four amounts with what they do, and $10 is chosen', async () => {
    renderDonate();
    expect(impact()).toBe('Your $10 keeps this larder free for everyone');
    const offered = within(screen.getByRole('group', { name: 'Amount' })).getAllByRole('button');
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      '$5feeds 2 families for a day',
      '$10delivers food to 5 families',
      '$25supports 12 meals',
      '$50powers community rescue for a week',
    ]);
    expect(offered.map((one) => one.getAttribute('aria-pressed'))).toEqual([
      'false',
      'true',
      'false',
      'false',
    ]);
    expect(await proceed('Donate $10 · Platform Support')).toBeTruthy();
  });

  it('is in the community’s currency', async () => {
    const meta = document.head.appendChild(document.createElement('meta'));
    Object.assign(meta, { name: 'region', content: '{"country":"NO","currency":"NOK","usesMiles":false}' });
    onTestFinished(() => meta.remove());
    renderDonate();
    expect(impact()).toBe('Your kr\u00A0100 keeps this larder free for everyone');
    expect(custom()).toHaveProperty('placeholder', 'kr\u00A010 to kr\u00A0100,000');
    type('250');
    expect(impact()).toBe('Your kr\u00A0250 keeps food moving between neighbors');
    expect(screen.queryByText(/\$/)).toBeNull();
  });

  it.each([
    ['JPY', '¥1,000', '¥100 to ¥1,000,000', '1', 'numeric', '¥2,500'],
    ['KWD', 'KWD 10', 'KWD 1 to KWD 10,000', '0.01', 'decimal', 'KWD 2,500'],
  ])('is in the smallest amounts of %s', (currency, usual, range, step, keys, typed) => {
    const meta = document.head.appendChild(document.createElement('meta'));
    Object.assign(meta, {
      name: 'region',
      content: JSON.stringify({ country: null, currency, usesMiles: false }),
    });
    onTestFinished(() => meta.remove());
    renderDonate();
    const plain = (text: string | null | undefined) => text?.replaceAll('\u00A0', ' ');
    expect(plain(impact())).toBe(`Your ${usual} keeps this larder free for everyone`);
    expect(plain(custom().getAttribute('placeholder'))).toBe(range);
    expect([custom().getAttribute('step'), custom().getAttribute('inputmode')]).toEqual([step, keys]);
    type('2500');
    expect(plain(impact())).toContain(typed);
  });

  it('takes a typed amount from $1, falls back to $10 until then, and forgets it for a preset', async () => {
    const { user } = renderDonate();
    for (const [name, value] of [
      ['min', '1'],
      ['max', '10000'],
      ['step', '0.01'],
    ] as const)
      expect([name, custom().getAttribute(name)]).toEqual([name, value]);
    type('33.5');
    expect(impact()).toBe('Your $33.50 keeps food moving between neighbors');
    expect(preset(/^\$10/).getAttribute('aria-pressed')).toBe('false');
    type('0.5');
    expect(impact()).toBe('Your $10 keeps this larder free for everyone');
    expect(preset(/^\$10/).getAttribute('aria-pressed')).toBe('false');
    await user.click(preset(/^\$50/));
    expect(custom()).toHaveProperty('value', '');
    expect(impact()).toBe('Your $50 powers community rescue for a week');
    type('3');
    expect(impact()).toBe('Your $3 helps food reach a neighbor');
  });

  it.each([
    ['0.5', 'Minimum Amount Required', 'Please donate at least $1.00 to continue'],
    ['10000.01', 'Maximum Amount Exceeded', 'Maximum donation amount is $10,000'],
  ])('does not go on with %s', async (typed, title, text) => {
    renderDonate();
    type(typed);
    // the test environment validates forms that ask not to be
    fireEvent.submit((await proceed(/^Donate/)).closest('form') as HTMLFormElement);
    expect(await toastOf(title)).toContain(text);
    expect(document.activeElement).toBe(custom());
    expect(custom().getAttribute('aria-invalid')).toBe('true');
    expect(tab('Choose Amount').getAttribute('aria-selected')).toBe('true');
  });

  it('names the purpose on the button, and counts the message', async () => {
    const { user } = renderDonate();
    const purposes = within(screen.getByRole('group', { name: 'Where should your donation go?' }));
    expect(purposes.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'platform_donation',
      'community_program',
      'emergency_response',
    ]);
    await user.click(purposes.getByRole('radio', { name: /Emergency Aid/ }));
    expect(await proceed('Donate $10 · Emergency Aid')).toBeTruthy();
    expect(impact()).toBe('Your $10 delivers food to 5 families');
    const message = screen.getByRole('textbox', { name: /Message/ });
    fireEvent.change(message, { target: { value: 'Eat well' } });
    expect(screen.getByText('8/200')).toBeTruthy();
    expect(message.getAttribute('maxlength')).toBe('200');
  });
});

describe('the figures that the community states', () => {
  it('is its own claims, named as such under its books, with how donations are spent', async () => {
    const { queryClient } = renderDonate({ community: { claims: SPECIFIED_CLAIMS } });
    const claims = screen.getByRole('region', { name: 'Community impact' });
    for (const claim of ['50,000+', '2.5M', '$500K+', '95%'])
      expect(within(claims).getByText(claim)).toBeTruthy();
    expect(within(claims).getByRole('heading', { name: 'What the organizers say' })).toBeTruthy();
    expect(await within(claims).findByText(/^No one has donated here yet/)).toBeTruthy();
    const split = screen.getByRole('region', { name: 'How Donations Help' });
    expect(
      within(split)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Program operations60%', 'Technology and platform25%', 'Community outreach15%']);
    expect(within(split).getByText('95% go directly to programs')).toBeTruthy();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  });

  it('is nothing that it has not claimed: its own books speak instead', async () => {
    renderDonate();
    expect(await screen.findByText('No one has donated here yet. You could be the first.')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/%|50,000/);
  });
});

describe('paying without a provider', () => {
  it('is closed until an amount is chosen, says so when opened, and asks the server only to try again', async () => {
    const { user } = renderDonate();
    const requests = reply(createPaymentIntent, { clientSecret: 'x', donationId: '' });
    refuse();
    expect(tab('Payment')).toHaveProperty('disabled', true);
    await user.click(preset(/^\$25/));
    await user.click(await proceed(/^Donate \$25/));
    expect(await toastOf('Payment Unavailable')).toBe(
      'Payment Unavailable Payment processing is not configured. Please contact support.',
    );
    const panel = within(await screen.findByRole('region', { name: 'Payment Setup Failed' }));
    expect(
      panel.getByText(
        'Payment processing is temporarily unavailable. Please contact support or try again later.',
      ),
    ).toBeTruthy();
    expect(requests).toEqual([]);
    expect(tab('Payment').getAttribute('aria-selected')).toBe('true');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('$25 · Platform Support'));

    await user.click(panel.getByRole('button', { name: 'Try Again' }));
    expect(await toastOf('Payment Error')).toBe(
      'Payment Error Failed to initialize payment. Please try again.',
    );
    expect(screen.getByRole('region', { name: 'Payment Setup Failed' })).toBeTruthy();

    await user.click(panel.getByRole('button', { name: 'Go Back' }));
    expect(await proceed('Donate $25 · Platform Support')).toBeTruthy();
    expect(document.querySelector('script[src]')).toBeNull();
  });

  it('names the mailbox of those whom a person is to contact', async () => {
    const { user } = renderDonate({ community: { volunteerEmail: 'team@food.example' } });
    await user.click(await proceed(/^Donate/));
    const mailbox = await screen.findByRole('link', { name: 'team@food.example' });
    expect(mailbox.getAttribute('href')).toBe('mailto:team@food.example');
  });

  it('says before the first choice that no card can be paid with', () => {
    renderDonate();
    expect(screen.getByText(/^We can't take cards here yet/)).toBeTruthy();
  });

  it('thanks for a test card in a demo, and shows the history', async () => {
    const { user } = renderDonate({ community: { takesTestCards: true } });
    expect(screen.getByText(/^This is a demo: you can try a test card/)).toBeTruthy();
    const paid = aDonation({ isDemo: true });
    const requests = reply(createPaymentIntent, { clientSecret: 'x', donationId: paid.id });
    reply(refreshDonation, paid);
    await user.click(await proceed(/^Donate \$10/));
    const testCard = await screen.findByRole('button', { name: 'Try a test card' });
    await user.click(testCard);
    expect(await toastOf('Thank You!')).toContain('Your donation has been processed successfully.');
    expect(requests).toMatchObject([{ body: { amount: 1000, testCard: true } }]);
    expect(tab('Your Impact').getAttribute('aria-selected')).toBe('true');
    const thanks = within(await screen.findByRole('region', { name: 'Thank you, Ana!' }));
    expect(thanks.getByText('$25 · Community Programs')).toBeTruthy();
    expect(thanks.getByText("That's about 12 meals for neighbors.")).toBeTruthy();
    expect(thanks.getByRole('link', { name: 'Receipt' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Thank you, Ana!'));
  });

  it('has what a community without a card provider shows below the test card', async () => {
    const { user } = renderDonate({ community: { takesTestCards: true } });
    await user.click(await proceed(/^Donate \$10/));
    expect(await screen.findByRole('region', { name: 'Payment Setup Failed' })).toBeTruthy();
    expect(await toastOf('Payment Unavailable')).toContain('is not configured');
  });

  it('loads the page again if the community takes payments by now', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const { user } = renderDonate();
    reply(createPaymentIntent, {
      clientSecret: 'pi_1_secret_1',
      donationId: '01890000-0000-7000-8000-0000000000d0',
    });
    await user.click(await proceed(/^Donate \$10/));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    reload.mockRestore();
  });

  it('begins with the amount again after a reload', async () => {
    renderDonate({ at: '/donate?step=checkout' });
    expect(await proceed(/^Donate \$10/)).toBeTruthy();
    expect(tab('Payment')).toHaveProperty('disabled', true);
  });

  it('can be opened from the history, with the default choice', async () => {
    const { user } = renderDonate({ at: '/donate?step=history' });
    await user.click(tab('Payment'));
    expect(await screen.findByRole('region', { name: 'Payment Setup Failed' })).toBeTruthy();
  });
});

it('says in a named live region which of the three steps it is', async () => {
  const { user } = renderDonate();
  const said = () => screen.getByRole('status', { name: 'Current step' }).textContent;
  expect(said()).toBe('Step 1 of 3: Amount');
  await user.click(tab('Your Impact'));
  expect(said()).toBe('Step 3 of 3: Your Impact');
  expect(within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')).toHaveLength(3);
});
