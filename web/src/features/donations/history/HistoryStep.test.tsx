import {
  getCommunityDonations,
  getDonationStats,
  listDonations,
} from '@openlarder/domain/donations/donation-contract.ts';
import { donationStats, donationImpactOf } from '@openlarder/domain/donations/donation-impact.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { aCommunity } from '#web/testing/people.ts';
import { aDonation, renderDonate } from '#web/testing/donations.tsx';
import { renderWithProviders } from '#web/testing/render.tsx';
import { HistoryStep } from './HistoryStep.tsx';
import { csvFileName, donationsCsv } from './HistoryStep.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const AT = '/donate?step=history';
const DONATIONS = [
  aDonation({ amount: 2500, donorMessage: 'For the fridge', paymentMethodType: 'card' }),
  aDonation({ amount: 1000, donationType: 'emergency_response', status: 'failed', processedAt: null }),
  aDonation({ amount: 5000, donationType: 'platform_donation', refundedAmount: 2000 }),
  aDonation({
    amount: 700,
    donationType: 'food_listing_support',
    status: 'requires_action',
    netAmount: null,
    platformFeeAmount: null,
    paymentMethodType: null,
    createdAt: '2020-01-05T10:00:00Z',
  }),
  aDonation({ amount: 900, status: 'pending' }),
  aDonation({ amount: 800, status: 'canceled' }),
];
const rows = () => screen.getAllByRole('heading', { level: 3 });
const amounts = () => rows().map(({ textContent }) => /^\$[\d.]+/.exec(textContent ?? '')?.[0]);
const openFirst = async (user: ReturnType<typeof renderDonate>['user']) => {
  const [first] = await screen.findAllByRole('heading', { level: 3 });
  const button = within(first as HTMLElement).getByRole('button');
  await user.click(button);
  return button;
};

describe('the history', () => {
  it('shows four figures of what went through, less refunds, and how they are worked out', async () => {
    renderDonate({ at: AT, donations: DONATIONS });
    const figures = ['Total Donated', 'Meals Provided', 'CO₂ Saved', 'Families Helped'];
    await screen.findByText('$55');
    const shown = figures.map((name) => screen.getByText(new RegExp(`^${name}`)).closest('div')?.textContent);
    expect(shown).toEqual([
      'Total Donated$55',
      'Meals Provided26',
      'CO₂ Saved · 38 kg84 lbs',
      'Families Helped22',
    ]);
    expect(screen.getByText(/less anything refunded/).textContent).toContain('$2.50 helps a family');
  });

  it('names type, status and time of each, and counts them', async () => {
    renderDonate({ at: AT, donations: DONATIONS });
    expect(await screen.findByText('Showing 6 of 6 donations')).toBeTruthy();
    expect(screen.getByText('Total: $55')).toBeTruthy();
    const said = rows().map(({ textContent }) => textContent);
    for (const [index, words] of [
      ['Community Programs', 'Completed'],
      ['Emergency Aid', 'Failed'],
      ['Platform Support', 'Completed', '$20 refunded'],
      ['Food Support', 'Action Required'],
      ['Community Programs', 'Pending'],
      ['Community Programs', 'Canceled'],
    ].entries())
      for (const word of words)
        expect([said[index], said[index]?.includes(word)]).toEqual([said[index], true]);
    expect(said[0]).toMatch(/Nov 0\d, 2026 • \d+:\d\d [AP]M/);
  });

  it('is searched and filtered, and says when nothing matches', async () => {
    const { user } = renderDonate({ at: AT, donations: DONATIONS });
    const search = await screen.findByRole('searchbox', { name: 'Search donations' });
    await user.type(search, 'FRIDGE');
    expect(amounts()).toEqual(['$25']);
    expect(screen.getByText('Showing 1 of 6 donations')).toBeTruthy();
    await user.clear(search);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Community Programs');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Pending');
    expect(amounts()).toEqual(['$9']);
    await user.type(search, 'nothing like it');
    expect(screen.getByText('No Donations Found')).toBeTruthy();
    expect(screen.getByText('No donations match your current filters')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Date' }), 'Last year');
    expect(amounts()).not.toContain('$7');
  });

  it('unfolds the details with the processing fee', async () => {
    const { user } = renderDonate({ at: AT, donations: DONATIONS });
    const button = await openFirst(user);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('Processing Fee').nextSibling?.textContent).toBe('$1.03');
    expect(screen.getByText('Net Amount').nextSibling?.textContent).toBe('$23.97');
    expect(screen.getByText('For the fridge')).toBeTruthy();
    await user.click(button);
    expect(screen.queryByText('Processing Fee')).toBeNull();
  });

  it('is empty with a way to give', async () => {
    renderDonate({ at: AT });
    expect(await screen.findByText('No Donations Found')).toBeTruthy();
    expect(screen.getByText("You haven't made any donations yet")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Make Your First Donation' }).getAttribute('href')).toBe(
      '/donate',
    );
  });

  it('says when it cannot be loaded', async () => {
    renderDonate({ at: AT });
    replyError(listDonations, 503, { code: 'away', message: 'We are away.' });
    replyError(getDonationStats, 503, { code: 'away', message: 'We are away.' });
    expect(await screen.findByText('Failed to load donation history. Please try again later.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  it('says when its figures alone cannot be loaded, and loads them again', async () => {
    reply(listDonations, DONATIONS);
    for (const endpoint of [getDonationStats, getCommunityDonations])
      replyError(endpoint, 503, { code: 'away', message: 'We are away.' });
    const { user } = renderWithProviders(<HistoryStep />, { at: AT });
    expect(await screen.findByText("We couldn't load what your donations come to.")).toBeTruthy();
    expect(screen.getByText('Showing 6 of 6 donations')).toBeTruthy();
    reply(getDonationStats, donationStats(DONATIONS, 'USD'));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Total Donated')).toBeTruthy();
  });

  it('asks to sign in once the session has ended', async () => {
    const ended = { code: 'signed-out', message: 'Please sign in.' };
    for (const endpoint of [listDonations, getDonationStats, getCommunityDonations])
      replyError(endpoint, 401, ended);
    renderWithProviders(<HistoryStep />, { at: AT });
    expect(await screen.findByText('Sign In Required')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
      '/api/login?returnTo=%2Fdonate%3Fstep%3Dhistory',
    );
  });
});

describe('a receipt', () => {
  it('is the provider’s where it has one', async () => {
    const receiptUrl = 'https://pay.example/receipts/1';
    renderDonate({ at: AT, donations: [aDonation({ receiptUrl })] });
    expect((await screen.findByRole('link', { name: 'Receipt' })).getAttribute('href')).toBe(receiptUrl);
  });

  it('is ours to print otherwise', async () => {
    const [donation] = DONATIONS;
    const { user } = renderDonate({ at: AT, donations: DONATIONS });
    const [receipt] = await screen.findAllByRole('link', { name: 'Receipt' });
    await user.click(receipt as HTMLElement);
    expect(await screen.findByRole('heading', { level: 1, name: 'Donation receipt' })).toBeTruthy();
    for (const text of ['$25.00', 'Ana Bell', 'Community Programs', donation?.id ?? ''])
      expect(screen.getByText(text)).toBeTruthy();
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('shows refunded and disputed amounts', async () => {
    const donation = aDonation({ amount: 5000, refundedAmount: 1000, disputedAmount: 4000 });
    const { user } = renderDonate({ at: AT, donations: [donation] });
    await user.click(await screen.findByRole('link', { name: 'Receipt' }));
    expect(await screen.findByText('Refunded since: $10.00')).toBeTruthy();
    expect(screen.getByText('Disputed since: $40.00')).toBeTruthy();
  });

  it.each(['pending', 'failed', 'canceled', 'requires_action'] as const)(
    'is not there if %s',
    async (status) => {
      const donation = aDonation({ status, receiptUrl: 'https://pay.example/receipts/1' });
      const { user } = renderDonate({ at: AT, donations: [donation] });
      await user.click(await screen.findByRole('button', { name: 'Receipt' }));
      expect((await screen.findByText('Receipt Unavailable')).closest('p')?.textContent).toContain(
        'Receipt is not available for this donation',
      );
    },
  );
});

describe('the export', () => {
  it('needs a donation to export', async () => {
    const { user } = renderDonate({ at: AT, donations: DONATIONS });
    await user.type(await screen.findByRole('searchbox', { name: 'Search donations' }), 'nothing like it');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect((await screen.findByText('No Data')).closest('p')?.textContent).toContain(
      'No donations to export',
    );
  });

  it('exports the shown donations', async () => {
    const saved: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const { user } = renderDonate({ at: AT, donations: DONATIONS });
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect((await screen.findByText('Export Complete')).closest('p')?.textContent).toContain(
      'Your donation history has been downloaded',
    );
    expect(saved).toEqual([expect.stringMatching(/^donation-history-\d{4}-\d\d-\d\d\.csv$/)]);
  });

  it('has the specified columns, and no cell that starts a formula', () => {
    const csv = donationsCsv(
      [
        aDonation({ donorMessage: '=1+1, "quoted"' }),
        aDonation({ status: 'pending', paymentMethodType: null }),
      ],
      'America/New_York',
    );
    expect(csv.split('\r\n')).toEqual([
      '\uFEFFDate,Amount,Type,Status,Payment Method,Message',
      '"Nov 03, 2026 • 5:30 PM",25.00,Community Programs,Completed,Card,"\'=1+1, ""quoted"""',
      '"Nov 03, 2026 • 5:30 PM",25.00,Community Programs,Pending,Not paid yet,',
      '',
    ]);
    expect(csvFileName(Date.parse('2026-11-04T02:00:00Z'), 'America/New_York')).toBe(
      'donation-history-2026-11-03.csv',
    );
  });
});

it('marks the community’s money in the demo, also for a person without donations', async () => {
  const rosa = { id: '1', name: 'Rosa', email: 'rosa@demo.example', password: 'x', organizationName: null };
  setCommunity(aCommunity({ demoAccounts: [{ ...rosa, userType: 'donor' }] }));
  reply(listDonations, []);
  reply(getDonationStats, donationStats([], 'USD'));
  reply(getCommunityDonations, {
    currency: 'USD',
    totalDonated: 2500,
    totalDonations: 1,
    totalFees: 103,
    byType: [{ donationType: 'community_program', amount: 2500 }],
    impactMetrics: donationImpactOf(2500, 'USD'),
  });
  renderWithProviders(<HistoryStep />, { at: AT });
  const all = await screen.findByRole('region', { name: 'What all of us gave' });
  expect(within(all).getByText('Demo money')).toBeTruthy();
  expect(within(all).getByText(/neighbors gave \$25/).textContent).toContain("That's 12 meals");
});

it('marks money of the demo', async () => {
  renderDonate({ at: AT, donations: [aDonation({ isDemo: true })] });
  expect(await screen.findByText('These donations are examples. No one was charged.')).toBeTruthy();
});
