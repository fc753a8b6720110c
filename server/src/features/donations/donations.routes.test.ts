import { describe, expect, it } from 'vitest';
import type { TestPerson } from '#server/test/factories/people.ts';
import { testApp } from '#server/test/test-app.ts';
import * as donations from './donations.service.ts';
import type { PaymentUpdate } from './donations.tables.ts';
import { setDemo } from '../accounts/auth/sign-in.ts';

const fixture = await testApp();
const { as, ctx, clock, db, createPerson } = fixture;

const BODY = {
  amount: 2500,
  donationType: 'community_program',
  donorMessage: '  For the winter  ',
  isAnonymous: true,
  foodListingId: null,
  emergencyRequestId: null,
} as const;
const UPDATE = {
  status: 'succeeded',
  feeCents: 103,
  netCents: 2397,
  refundedCents: 0,
  disputedCents: 0,
  paymentMethodType: 'card',
  receiptUrl: null,
} as const satisfies PaymentUpdate;

const read = async (person: TestPerson | null, what: string) => (await as(person, { url: what })).json();
const history = (person: TestPerson) => read(person, '/api/users/donations');
const stats = (person: TestPerson) => read(person, '/api/users/donation-stats');
const record = (person: TestPerson, over: object = {}, ...updates: object[]) =>
  donations.recordDemoDonation(
    ctx,
    person.caller,
    { ...BODY, ...over },
    updates.map((each) => ({ ...UPDATE, ...each })),
  );

describe('a test card', () => {
  const pay = (person: TestPerson) =>
    as(person, { method: 'POST', url: '/api/create-payment-intent', payload: { ...BODY, testCard: true } });

  it('pays in a demo, through the provider’s own steps, and counts as demo money', async () => {
    const demo = await testApp();
    setDemo(demo.ctx, { offered: [], emails: new Set(), withheld: new Set() });
    const ana = await demo.createPerson();
    const send = (url: string, payload: object) => demo.as(ana, { method: 'POST', url, payload });
    expect((await send('/api/create-payment-intent', BODY)).statusCode).toBe(503);
    const begun = await send('/api/create-payment-intent', { ...BODY, testCard: true });
    const { donationId } = begun.json<{ donationId: string }>();
    const paid = await send(`/api/donations/${donationId}/refresh`, {});
    expect(paid.json()).toMatchObject({
      status: 'succeeded',
      amount: 2500,
      netAmount: 2397,
      platformFeeAmount: 103,
      paymentMethodType: 'card',
      isDemo: true,
    });
    expect((await demo.as(ana, { url: '/api/users/donation-stats' })).json()).toMatchObject({
      totalDonated: 2500,
    });
  });

  it('pays nowhere else', async () => {
    const ana = await createPerson();
    expect((await pay(ana)).statusCode).toBe(503);
    expect(await history(ana)).toEqual([]);
  });
});

describe('the history', () => {
  it('is empty, with totals of zero', async () => {
    const ana = await createPerson();
    expect(await history(ana)).toEqual([]);
    expect(await stats(ana)).toEqual({
      currency: 'USD',
      totalDonated: 0,
      totalDonations: 0,
      impactMetrics: { mealsProvided: 0, co2Saved: 0, familiesHelped: 0 },
    });
  });

  it('has the caller’s donations, newest first, with the provider’s fee', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await record(bo, {}, {});
    await record(ana, { amount: 500 }, { status: 'pending', netCents: null });
    const before = clock.now().toISOString();
    clock.forward(60_000);
    await record(ana, {}, {});
    const now = clock.now().toISOString();
    const [latest, first, ...more] = await history(ana);
    expect(more).toEqual([]);
    expect(latest).toEqual({
      id: expect.any(String),
      amount: 2500,
      currency: 'USD',
      netAmount: 2397,
      platformFeeAmount: 103,
      refundedAmount: 0,
      disputedAmount: 0,
      donationType: 'community_program',
      status: 'succeeded',
      donorMessage: '  For the winter  ',
      isAnonymous: true,
      paymentMethodType: 'card',
      receiptUrl: null,
      isDemo: true,
      createdAt: now,
      processedAt: now,
    });
    expect(first).toMatchObject({ amount: 500, status: 'pending', netAmount: null, createdAt: before });
  });

  it('sums up successful donations, less refunds', async () => {
    const ana = await createPerson();
    await record(ana, {}, {});
    await record(ana, { amount: 1000 }, {}, { refundedCents: 400 });
    await record(ana, { amount: 5000 }, { status: 'failed' });
    await record(ana, { amount: 5000 }, { status: 'requires_action' });
    expect(await stats(ana)).toEqual({
      currency: 'USD',
      totalDonated: 3100,
      totalDonations: 2,
      impactMetrics: { mealsProvided: 14.88, co2Saved: 47.9, familiesHelped: 12.4 },
    });
  });

  it('never reverts a status, and has the amounts of the latest fetch', async () => {
    const ana = await createPerson();
    await record(
      ana,
      { amount: 1000 },
      { status: 'failed' },
      { refundedCents: 900 },
      { status: 'requires_action', feeCents: null, netCents: null, refundedCents: 100 },
      { status: 'canceled', refundedCents: 900 },
    );
    expect(await history(ana)).toMatchObject([
      { status: 'succeeded', platformFeeAmount: 103, netAmount: 2397, refundedAmount: 900 },
    ]);
  });
});

describe('the totals of all donations', () => {
  it('are given by purpose, without people', async () => {
    const [ana, bo] = [await createPerson({ firstName: 'Anastasia' }), await createPerson()];
    const before = await read(bo, '/api/community/donations');
    await record(ana, { donationType: 'emergency_response', amount: 700, donorMessage: 'Hello' }, {});
    const after = await read(bo, '/api/community/donations');
    expect(after).toMatchObject({
      totalDonated: before.totalDonated + 700,
      totalDonations: before.totalDonations + 1,
      totalFees: before.totalFees + 103,
    });
    expect(after.byType).toContainEqual({ donationType: 'emergency_response', amount: 700 });
    expect(JSON.stringify(after)).not.toMatch(new RegExp(`Anastasia|Hello|${ana.id}`));
  });
});

describe('beginning a payment', () => {
  const begin = (person: TestPerson | null, over: object = {}) =>
    as(person, { method: 'POST', url: '/api/create-payment-intent', payload: { ...BODY, ...over } });

  it('is refused without a provider, and nothing is written', async () => {
    const ana = await createPerson();
    const answer = await begin(ana);
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        code: 'payments-not-configured',
        message: 'Payment processing is not configured. Please contact support.',
      },
    ]);
    expect(await history(ana)).toEqual([]);
  });

  it.each([
    [{ amount: 99 }, 422, 'Please donate at least $1.00 to continue'],
    [{ amount: 1_000_001 }, 422, 'Maximum donation amount is $10,000'],
    [{ amount: 150.5 }, 422, 'Please enter an amount that can be paid'],
    [{ donationType: 'yacht' }, 422, undefined],
    [{ donorMessage: 'a'.repeat(201) }, 422, undefined],
  ])('is refused with %j', async (over, status, sentence) => {
    const ana = await createPerson();
    const answer = await begin(ana, over);
    expect([answer.statusCode, answer.body]).toEqual([status, answer.body]);
    if (sentence) expect(answer.json().fields).toEqual({ amount: sentence });
    expect(await history(ana)).toEqual([]);
  });
});

it('keeps the amounts of a closed account, without the person and their words', async () => {
  const ana = await createPerson();
  await record(ana, { amount: 4200, donorMessage: 'From Ana', isAnonymous: false }, {});
  const of = () => db.selectFrom('donation').selectAll().where('amount_cents', '=', 4200).execute();
  expect(await of()).toMatchObject([{ person_id: ana.id, donor_message: 'From Ana', is_anonymous: false }]);
  await as(ana, { method: 'POST', url: '/api/users/close-account', payload: {} });
  expect(await of()).toMatchObject([
    { person_id: null, donor_message: '', is_anonymous: true, status: 'succeeded' },
  ]);
  await expect(record(ana, {}, {})).rejects.toMatchObject({ code: 'P0401' });
});

describe('the settings that the browser may know', () => {
  it('name neither claims nor a provider unless they are set', async () => {
    expect(await read(null, '/api/community')).toMatchObject({ claims: null, payments: null });
  });
});
