import { type Difference, reconcilePayments } from '#server/features/donations/donations.service.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Words } from '#server/platform/texts/wording.ts';
import { adminTexts as texts } from './admin-texts.ts';
import { type AdminCommand, Refusal } from './command.ts';
import { tableLines } from './terminal-format.ts';

/** `donations reconcile`: what the server does every night, and what it found. */
export const donationsCommand: AdminCommand = async (ctx, { words, args: [what] }) => {
  if (what !== 'reconcile') throw new Refusal(words(texts, 'donations.what'), 2);
  if (!ctx.settings.payments) throw new Refusal(words(texts, 'donations.no-provider'));
  const found = await reconcile(ctx, words);
  const { checked, repaired, canceled, differences, providerCents, bookCents } = found;
  const sums = { provider: dollars(providerCents), books: dollars(bookCents) };
  return [
    words(texts, 'donations.checked', { count: checked }),
    ...(checked > 0 ? [words(texts, 'donations.sums', sums)] : []),
    ...(repaired.length > 0
      ? [words(texts, 'donations.repaired', { count: repaired.length }), ...indented(repaired)]
      : []),
    ...(canceled.length > 0
      ? [words(texts, 'donations.canceled', { count: canceled.length }), ...indented(canceled)]
      : []),
    ...(differences.length > 0
      ? [words(texts, 'donations.differ'), ...differenceLines(words, differences)]
      : [words(texts, 'donations.agree')]),
  ];
};

async function reconcile(ctx: AppContext, words: Words) {
  try {
    return await reconcilePayments(ctx);
  } catch (error) {
    if (error instanceof AppError) throw new Refusal(words(texts, 'donations.away'));
    throw error;
  }
}

const differenceLines = (words: Words, differences: readonly Difference[]): readonly string[] =>
  tableLines(
    (['what', 'donation', 'payment'] as const).map((name) => words(texts, `donations.heading.${name}`)),
    differences.map(({ kind, donationId, paymentId }) => [
      words(texts, `donations.differ.${kind}`),
      donationId ?? '',
      paymentId ?? '',
    ]),
  );

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const indented = (ids: readonly string[]): string[] => ids.map((id) => `  ${id}`);
