import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runAdminCommand } from '#server/admin/run-admin-command.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import { CARDS, openCardProvider, PAGE } from '#server/test/card-provider.ts';
import { sized } from '#server/test/long-run.ts';
import { testApp } from '#server/test/test-app.ts';
import { reconcilePayments } from './reconcile.ts';

let nowMs = (): number => 0;
const provider = await openCardProvider(() => nowMs());
afterAll(() => provider.close());
const { as, clock, ctx, db, http, createPerson } = await testApp(provider.env);
nowMs = () => clock.at;
let ana: Awaited<ReturnType<typeof createPerson>>;

beforeEach(async () => {
  // sessions end while the clock runs on
  ana = await createPerson();
  await db.deleteFrom('donation').execute();
  for (const kept of [provider.intents, provider.charges, provider.refunds, provider.disputes]) kept.clear();
});

async function begin(amount = 2500) {
  const answer = await as(ana, {
    method: 'POST',
    url: '/api/create-payment-intent',
    payload: { amount, donationType: 'platform_donation' },
  });
  const { donationId, clientSecret } = answer.json();
  return { donationId: String(donationId), paymentId: String(clientSecret).split('_secret_')[0] ?? '' };
}
const deliver = (payload: string) =>
  http.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': provider.sign(payload) },
    payload,
  });
const rows = () => db.selectFrom('donation').selectAll().orderBy('id').execute();
const reconcile = () => reconcilePayments(ctx);

it('repairs nothing if every webhook has arrived', async () => {
  const { paymentId } = await begin();
  provider.succeed(paymentId);
  for (const { payload } of provider.events) await deliver(payload);
  expect(await reconcile()).toEqual({
    checked: 1,
    repaired: [],
    canceled: [],
    differences: [],
    sums: new Map([['usd', { provider: 2500, books: 2500 }]]),
  });
});

it('sums up each currency by itself', async () => {
  provider.succeed((await begin()).paymentId);
  Object.assign(ctx.settings, { currency: 'JPY' });
  onTestFinished(() => void Object.assign(ctx.settings, { currency: null }));
  provider.succeed((await begin(3000)).paymentId);
  const { sums } = await reconcile();
  expect(Object.fromEntries(sums)).toEqual({
    jpy: { provider: 3000, books: 3000 },
    usd: { provider: 2500, books: 2500 },
  });
  const { lines } = await runAdminCommand(['donations', 'reconcile'], {
    translate: translateInto('en'),
    confirm: async () => false,
    operate: async () => [],
    openContext: async () => ctx,
  });
  expect(lines.filter((line) => line.startsWith('What is left')).toSorted()).toEqual([
    'What is left of them: $25.00 by the card provider, $25.00 by our records.',
    'What is left of them: ¥3,000 by the card provider, ¥3,000 by our records.',
  ]);
});

it('repairs what webhooks have missed: payments, refunds, and old disputes', async () => {
  const [paid, refunded, disputed, declined] = [await begin(), await begin(), await begin(), await begin()];
  for (const { paymentId } of [paid, refunded, disputed]) provider.succeed(paymentId);
  provider.decline(declined.paymentId);
  provider.refund(refunded.paymentId, 1000);
  expect(await reconcile()).toMatchObject({
    checked: 4,
    sums: new Map([['usd', { provider: 6500, books: 6500 }]]),
  });
  expect(await rows()).toMatchObject([
    { status: 'succeeded', fee_cents: 103, net_cents: 2397 },
    { status: 'succeeded', refunded_cents: 1000 },
    { status: 'succeeded' },
    { status: 'failed' },
  ]);
  clock.forward(100 * DAY_MS);
  const dispute = provider.dispute(disputed.paymentId);
  expect(await reconcile()).toMatchObject({
    repaired: [disputed.donationId],
    canceled: [declined.donationId],
  });
  clock.forward(60 * DAY_MS);
  provider.closeDispute(dispute.id, 'won');
  expect(await reconcile()).toMatchObject({ repaired: [disputed.donationId], differences: [] });
  expect((await rows())[2]).toMatchObject({ disputed_cents: 0 });
});

it('finds the payment of a donation whose process ended in between', async () => {
  const { donationId, paymentId } = await begin();
  await db.updateTable('donation').set({ payment_intent_id: null }).execute();
  provider.succeed(paymentId);
  expect(await reconcile()).toMatchObject({ repaired: [donationId], differences: [] });
  expect(await rows()).toMatchObject([{ status: 'succeeded', payment_intent_id: paymentId }]);
});

it('cancels payments that were not finished within a day, here and at the provider', async () => {
  const [left, asked, slow, unknown] = [await begin(), await begin(), await begin(), await begin()];
  provider.confirm(asked.paymentId, CARDS.asks);
  provider.confirm(slow.paymentId, CARDS.slow);
  await db
    .updateTable('donation')
    .set({ payment_intent_id: null })
    .where('id', '=', unknown.donationId)
    .execute();
  provider.intents.delete(unknown.paymentId);
  clock.forward(DAY_MS - 1);
  expect(await reconcile()).toMatchObject({ canceled: [] });
  clock.forward(1);
  const { canceled } = await reconcile();
  expect(canceled.toSorted()).toEqual([left, asked, unknown].map(({ donationId }) => donationId).toSorted());
  expect((await rows()).map(({ status }) => status)).toEqual(['canceled', 'canceled', 'pending', 'canceled']);
  expect(provider.intents.get(left.paymentId)).toMatchObject({ status: 'canceled' });
});

it('writes a payment that was paid while it was being canceled, and continues', async () => {
  const [late, left] = [await begin(), await begin()];
  clock.forward(DAY_MS);
  let held = provider.holdNext();
  const run = reconcile();
  // its lists of payments, refunds and disputes, then the payment that was begun last
  for (let nth = 0; nth < 4; nth++) {
    await held.begun;
    if (nth === 3) break;
    const next = provider.holdNext();
    held.release();
    held = next;
  }
  const [first, second] = provider.requests.at(-1)?.endsWith(late.paymentId) ? [late, left] : [left, late];
  provider.succeed(first.paymentId);
  held.release();
  expect(await run).toMatchObject({
    repaired: [first.donationId],
    canceled: [second.donationId],
    differences: [],
    sums: new Map([['usd', { provider: 2500, books: 2500 }]]),
  });
});

it('ignores payments that were just begun, even if the donation is not linked yet', async () => {
  const { donationId, paymentId } = await begin();
  await db.updateTable('donation').set({ payment_intent_id: null }).execute();
  expect(await reconcile()).toMatchObject({ repaired: [donationId], canceled: [] });
  expect(provider.intents.get(paymentId)).toMatchObject({ status: 'requires_payment_method' });
});

it('ignores the payments of another community with the same account', async () => {
  const other = (community: string) => ({
    amount: 700,
    currency: 'usd',
    metadata: { donation_id: ctx.newId(), community },
  });
  const [open, paid] = [1, 2].map(() => provider.createIntent(other('https://other.example')).id);
  provider.succeed(paid ?? '');
  const given = provider.createIntent(other(ctx.settings.publicUrl)).id;
  expect(await reconcile()).toMatchObject({ checked: 0, canceled: [], differences: [] });
  expect(provider.intents.get(open ?? '')).toMatchObject({ status: 'requires_payment_method' });
  // ours, deleted before it could be paid
  expect(provider.intents.get(given)).toMatchObject({ status: 'canceled' });
});

it('reports a donation that is recorded as canceled, and was paid', async () => {
  const { donationId, paymentId } = await begin();
  provider.succeed(paymentId);
  await db.updateTable('donation').set({ status: 'canceled' }).execute();
  expect(await reconcile()).toMatchObject({
    differences: [{ kind: 'books', donationId, paymentId }],
    sums: new Map([['usd', { provider: 2500, books: 0 }]]),
  });
});

it('reports what it cannot repair, and ignores other uses of the account', async () => {
  const [lost, gone] = [await begin(), await begin()];
  provider.succeed(lost.paymentId);
  await db.deleteFrom('donation').where('id', '=', lost.donationId).execute();
  provider.intents.delete(gone.paymentId);
  provider.succeed(provider.createIntent({ amount: 700, currency: 'usd' }).id);
  const { differences } = await reconcile();
  expect(differences).toEqual([
    { kind: 'no-donation', donationId: null, paymentId: lost.paymentId },
    { kind: 'no-payment', donationId: gone.donationId, paymentId: gone.paymentId },
  ]);
});

describe('npm run admin -- donations reconcile', () => {
  const run = (...args: readonly string[]) =>
    runAdminCommand(args, {
      translate: translateInto('en'),
      confirm: async () => false,
      operate: async () => [],
      openContext: async () => ctx,
    });

  it('reconciles now, and prints what it found', async () => {
    expect(await run('donations', 'reconcile')).toEqual({
      exitCode: 0,
      lines: ['There were no payments to compare.', 'Everything agrees.'],
    });
    const [paid, gone] = [await begin(), await begin(1000)];
    provider.succeed(paid.paymentId);
    provider.intents.delete(gone.paymentId);
    const { exitCode, lines } = await run('donations', 'reconcile');
    expect([exitCode, lines.slice(0, 5)]).toEqual([
      0,
      [
        'Compared 1 donation with its payment.',
        'What is left of them: $25.00 by the card provider, $25.00 by our records.',
        'Corrected 1 donation that we had missed news of:',
        `  ${paid.donationId}`,
        "These don't agree. Please look them up in your card provider's dashboard:",
      ],
    ]);
    expect(lines.join('\n')).toMatch(
      new RegExp(`the card provider doesn't know this payment +${gone.donationId} +${gone.paymentId}`),
    );
  });

  it('lists the books for the treasurer, without the name of who gave anonymously', async () => {
    const { donationId, paymentId } = await begin(1234);
    provider.requireAction(paymentId);
    for (const { payload } of provider.events) await deliver(payload);
    const line = async () => {
      const { lines } = await run('donations', 'list');
      return lines.find((each) => each.includes(',12.34,'));
    };
    const named = await line();
    const { name } = await db.selectFrom('person').select('name').executeTakeFirstOrThrow();
    expect(named).toContain(`,${name},platform_donation,requires_action,usd,12.34,,,0.00,0.00,`);
    await db.updateTable('donation').set({ is_anonymous: true }).where('id', '=', donationId).execute();
    expect(await line()).toBe(named?.replace(name, ''));
  });

  it('prints an error if the provider is unavailable, or not configured', async () => {
    provider.breakDown('refusing');
    const away = await run('donations', 'reconcile');
    provider.breakDown(null);
    expect([away.exitCode, away.lines[0]]).toEqual([1, expect.stringContaining("isn't responding")]);
    expect(await run('donations')).toMatchObject({ exitCode: 2 });
    const none = await runAdminCommand(['donations', 'reconcile'], {
      translate: translateInto('en'),
      confirm: async () => false,
      operate: async () => [],
      openContext: async () => ({ ...ctx, settings: { ...ctx.settings, payments: null } }),
    });
    expect([none.exitCode, none.lines[0]]).toEqual([1, expect.stringContaining('takes no payments')]);
  }, 30_000);
});

it('reads the provider’s lists to their end', async () => {
  const begun = [];
  for (let nth = 0; nth < PAGE + 2; nth++) begun.push(await begin(100 + nth));
  await db.updateTable('donation').set({ payment_intent_id: null }).execute();
  for (const { paymentId } of begun) provider.succeed(paymentId);
  const { checked, sums } = await reconcile();
  const sum = (PAGE + 2) * 100 + ((PAGE + 1) * (PAGE + 2)) / 2;
  expect([checked, sums.get('usd')]).toEqual([PAGE + 2, { provider: sum, books: sum }]);
});

/** What the provider's own books hold of payments for donations. */
function providerBooks() {
  const charges = [...provider.charges.values()].filter(
    ({ balance_transaction }) => balance_transaction !== null,
  );
  const held = [...provider.disputes.values()].filter(
    ({ status }) => !['won', 'warning_closed', 'warning_needs_response'].includes(status),
  );
  const sum = (amounts: readonly unknown[]): number =>
    amounts.reduce<number>((all, one) => all + Number(one), 0);
  const returned = [...provider.refunds.values()].filter(({ status }) => status !== 'failed');
  return {
    paid: sum(charges.map(({ amount }) => amount)),
    fees: sum(
      charges.map(({ balance_transaction }) => provider.balances.get(balance_transaction ?? '')?.['fee']),
    ),
    net: sum(
      charges.map(({ balance_transaction }) => provider.balances.get(balance_transaction ?? '')?.['net']),
    ),
    refunded: sum(returned.map(({ amount }) => amount)),
    disputed: sum(held.map(({ amount }) => amount)),
  };
}

async function ownBooks() {
  const succeeded = (await rows()).filter(({ status }) => status === 'succeeded');
  const sum = (pick: (row: (typeof succeeded)[number]) => number | null) =>
    succeeded.reduce((all, row) => all + (pick(row) ?? 0), 0);
  return {
    paid: sum((row) => row.amount_cents),
    fees: sum((row) => row.fee_cents),
    net: sum((row) => row.net_cents),
    refunded: sum((row) => row.refunded_cents),
    disputed: sum((row) => row.disputed_cents),
  };
}

const ACTS = {
  succeed: (id: string) => provider.succeed(id),
  decline: (id: string) => provider.decline(id),
  requireAction: (id: string) => provider.requireAction(id),
  process: (id: string) => provider.process(id),
  cancel: (id: string) => provider.cancel(id),
  refund: (id: string, cents: number) => provider.refund(id, cents),
  failRefund: (id: string) =>
    provider.failRefund(
      [...provider.refunds.values()].find((each) => each['payment_intent'] === id)?.id ?? '',
    ),
  dispute: (id: string) => provider.dispute(id),
  inquire: (id: string) => provider.dispute(id, 'warning_needs_response'),
  win: (id: string) => provider.closeDispute(disputeOf(id), 'won'),
  lose: (id: string) => provider.closeDispute(disputeOf(id), 'lost'),
};
const disputeOf = (id: string): string =>
  [...provider.disputes.values()].find((each) => each['payment_intent'] === id)?.id ?? '';

it('has the provider’s totals after any events, delivered in any order, repeated, concurrent, or lost', async () => {
  const act = fc.record({
    what: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
    nth: fc.nat(2),
    cents: fc.integer({ min: 1, max: 900 }),
  });
  const story = fc.record({
    amounts: fc.array(fc.integer({ min: 100, max: 1_000_000 }), { minLength: 3, maxLength: 3 }),
    acts: fc.array(act, { minLength: 3, maxLength: 20 }),
    // in which order events arrive, each possibly more than once or never
    arrivals: fc.array(fc.nat(60), { maxLength: 60 }),
    loses: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(story, async ({ amounts, acts, arrivals, loses }) => {
      await db.deleteFrom('donation').execute();
      for (const kept of [provider.intents, provider.charges, provider.refunds, provider.disputes])
        kept.clear();
      const ids: string[] = [];
      for (const amount of amounts) ids.push((await begin(amount)).paymentId);
      const from = provider.events.length;
      for (const { what, nth, cents } of acts) {
        try {
          ACTS[what](ids[nth] ?? '', cents);
        } catch {
          // the provider does not allow it now
        }
      }
      const happened = provider.events.slice(from).map(({ payload }) => payload);
      const order = arrivals.flatMap((nth) => happened[nth % Math.max(1, happened.length)] ?? []);
      const missed = loses ? [] : happened.toReversed();
      for (let at = 0; at < order.length; at += 3) await Promise.all(order.slice(at, at + 3).map(deliver));
      for (const payload of missed) await deliver(payload);
      if (loses) {
        const { sums, differences } = await reconcile();
        expect([[...sums.values()].filter((sum) => sum.books !== sum.provider), differences]).toEqual([
          [],
          [],
        ]);
      }
      expect(await ownBooks()).toEqual(providerBooks());
    }),
    { numRuns: sized(8, 200) },
  );
}, 120_000);
