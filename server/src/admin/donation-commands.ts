import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { type Difference, reconcilePayments } from '#server/features/donations/payments/reconcile.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { type AdminCommand, CommandError } from './admin-command.ts';
import { adminTexts as texts } from './admin-texts.ts';
import { tableLines } from './terminal-format.ts';

/** `donations reconcile`: what the server does every night, and what it found. */
export const donationsCommand: AdminCommand = async (ctx, { translate, args: [what] }) => {
  if (what !== 'reconcile') throw new CommandError(translate(texts, 'donations.what'), 2);
  if (!ctx.settings.payments) throw new CommandError(translate(texts, 'donations.no-provider'));
  const found = await reconcile(ctx, translate);
  const { checked, repaired, canceled, differences, providerCents, bookCents } = found;
  const sums = { provider: dollars(providerCents), books: dollars(bookCents) };
  return [
    translate(texts, 'donations.checked', { count: checked }),
    ...(checked > 0 ? [translate(texts, 'donations.sums', sums)] : []),
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

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const indented = (ids: readonly string[]): string[] => ids.map((id) => `  ${id}`);
