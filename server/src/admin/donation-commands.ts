import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { toCsv } from '@openlarder/domain/kernel/csv.ts';
import { calendarDay } from '@openlarder/domain/kernel/time.ts';
import { listAllDonations } from '#server/features/donations/donations.service.ts';
import { formatCurrency, plainAmount } from '@openlarder/domain/kernel/currencies.ts';
import { type Difference, reconcilePayments } from '#server/features/donations/payments/reconcile.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { type AdminCommand, CommandError } from './admin-command.ts';
import { adminTexts as texts } from './admin-texts.ts';
import { tableLines } from './terminal-format.ts';

/** `donations list`: the books as CSV; `donations reconcile`: what the server does every night, and what it found. */
export const donationsCommand: AdminCommand = async (ctx, { translate, args: [what] }) => {
  if (what === 'list') return booksCsv(ctx, translate);
  if (what !== 'reconcile') throw new CommandError(translate(texts, 'donations.what'), 2);
  if (!ctx.settings.payments) throw new CommandError(translate(texts, 'donations.no-provider'));
  const found = await reconcile(ctx, translate);
  const { checked, repaired, canceled, differences, sums } = found;
  return [
    translate(texts, 'donations.checked', { count: checked }),
    ...[...sums].map(([currency, { provider, books }]) => {
      const money = (amount: number): string =>
        formatCurrency(amount, currency.toUpperCase(), { exact: true });
      return translate(texts, 'donations.sums', { provider: money(provider), books: money(books) });
    }),
    ...(repaired.length > 0
      ? [translate(texts, 'donations.repaired', { count: repaired.length }), ...indented(repaired)]
      : []),
    ...(canceled.length > 0
      ? [translate(texts, 'donations.canceled', { count: canceled.length }), ...indented(canceled)]
      : []),
    ...(differences.length > 0
      ? [translate(texts, 'donations.differ'), ...differenceLines(translate, differences)]
      : [translate(texts, 'donations.agree')]),
  ];
};

async function reconcile(ctx: AppContext, translate: Translate) {
  try {
    return await reconcilePayments(ctx);
  } catch (error) {
    if (error instanceof AppError) throw new CommandError(translate(texts, 'donations.away'));
    throw error;
  }
}

const differenceLines = (translate: Translate, differences: readonly Difference[]): readonly string[] =>
  tableLines(
    (['what', 'donation', 'payment'] as const).map((name) => translate(texts, `donations.heading.${name}`)),
    differences.map(({ kind, donationId, paymentId }) => [
      translate(texts, `donations.differ.${kind}`),
      donationId ?? '',
      paymentId ?? '',
    ]),
  );

const COLUMNS = [
  'date',
  'donor',
  'type',
  'status',
  'currency',
  'amount',
  'fee',
  'net',
  'refunded',
  'disputed',
  'payment',
  'test',
] as const;

/** Every donation as a line of CSV; days are those of the community's time zone. */
async function booksCsv(ctx: AppContext, translate: Translate): Promise<readonly string[]> {
  const heads = COLUMNS.map((name) => translate(texts, `donations.heading.${name}`));
  const rows = (await listAllDonations(ctx)).map((row) => [
    calendarDay(row.created_at.getTime(), ctx.settings.timeZone),
    row.donor ?? '',
    row.donation_type,
    row.status,
    row.currency,
    ...[row.amount_cents, row.fee_cents, row.net_cents, row.refunded_cents, row.disputed_cents].map(
      (amount) => (amount === null ? '' : plainAmount(amount, row.currency.toUpperCase())),
    ),
    row.payment_intent_id ?? '',
    row.is_demo ? 'x' : '',
  ]);
  return toCsv([heads, ...rows])
    .trimEnd()
    .split('\r\n');
}

const indented = (ids: readonly string[]): string[] => ids.map((id) => `  ${id}`);
