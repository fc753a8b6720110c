import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type CardProvider, CARDS, openCardProvider, type SignedEvent } from '#server/test/card-provider.ts';
import { seedArea } from '#server/test/factories/areas.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import { testApp } from '#server/test/test-app.ts';
import { exportPerson, listAllDonations } from '../donations.service.ts';
import { reconcilePayments } from './reconcile.ts';
import { refreshDonation } from './fetch-payment.internal.ts';

let nowMs = (): number => 0;
const provider: CardProvider = await openCardProvider(() => nowMs());
afterAll(() => provider.close());
const fixture = await testApp(provider.env);
const { as, clock, ctx, db, createPerson } = fixture;
nowMs = () => clock.at;

const BODY = {
  amount: 2500,
  donationType: 'platform_donation',
  donorMessage: 'For the winter',
  isAnonymous: false,
  foodListingId: null,
  emergencyRequestId: null,
};
type Begun = { readonly donationId: string; readonly clientSecret: string };
const begin = (person: TestPerson | null, over: object = {}, key?: string) =>
  as(person, {
    method: 'POST',
    url: '/api/create-payment-intent',
    headers: key === undefined ? {} : { 'idempotency-key': key },
    payload: { ...BODY, ...over },
  });
const begun = async (person: TestPerson, over: object = {}, key?: string) => {
  const answer = await begin(person, over, key);
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  const { donationId, clientSecret }: Begun = answer.json();
  const [paymentId = ''] = clientSecret.split('_secret_');
  return { donationId, clientSecret, paymentId };
};
const history = async (person: TestPerson) => (await as(person, { url: '/api/users/donations' })).json();
const refresh = (person: TestPerson | null, id: string) =>
  as(person, { method: 'POST', url: `/api/donations/${id}/refresh` });
const send = (payload: string, signature: string, over: object = {}) =>
  fixture.http.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
    ...over,
  });
const deliver = ({ payload }: SignedEvent) => send(payload, provider.sign(payload));
/** Delivers what has happened since the last call. */
let delivered = 0;
async function deliverAll(): Promise<void> {
  for (const event of provider.events.slice(delivered)) expect((await deliver(event)).statusCode).toBe(200);
  delivered = provider.events.length;
}
const rowsOf = (person: TestPerson) =>
  db.selectFrom('donation').selectAll().where('person_id', '=', person.id).orderBy('id').execute();

describe('beginning a payment', () => {
  it('writes the donation first, and sends the provider amount and donation, but nothing about the person', async () => {
    const ana = await createPerson({ firstName: 'Anastasia' });
    const { donationId, clientSecret, paymentId } = await begun(ana, { donorMessage: 'Hello' });
    expect(clientSecret).toMatch(/^pi_\d+_secret_/);
    expect(provider.intents.get(paymentId)).toMatchObject({
      amount: 2500,
      currency: 'usd',
      metadata: { donation_id: donationId },
      status: 'requires_payment_method',
    });
    expect(JSON.stringify([...provider.intents.values()])).not.toMatch(
      new RegExp(`Anastasia|Hello|${ana.id}`),
    );
    expect(await rowsOf(ana)).toMatchObject([
      { id: donationId, amount_cents: 2500, status: 'pending', is_demo: false, net_cents: null },
    ]);
  });

  it.each([
    ['JPY', 500, 'jpy'],
    ['KWD', 12_340, 'kwd'],
    ['ISK', 500_000, 'isk'],
    ['IDR', 5_000_000, 'idr'],
  ])('is in the minor units of %s', async (CURRENCY, amount, currency) => {
    Object.assign(ctx.settings, { currency: CURRENCY });
    onTestFinished(() => void Object.assign(ctx.settings, { currency: null }));
    const ana = await createPerson();
    const { paymentId, donationId } = await begun(ana, { amount });
    expect(provider.intents.get(paymentId)).toMatchObject({ amount, currency });
    provider.confirm(paymentId, CARDS.good);
    await deliverAll();
    expect(await history(ana)).toMatchObject([
      { id: donationId, amount, currency: CURRENCY, status: 'succeeded' },
    ]);
  });

  it.each([
    ['JPY', 99, 'at least ¥100'],
    ['KWD', 12_345, 'an amount that can be paid'],
    ['ISK', 500_050, 'an amount that can be paid'],
    ['VND', 50_000_001, '₫50,000,000'],
  ])('refuses what cannot be paid in %s: %d', async (CURRENCY, amount, sentence) => {
    Object.assign(ctx.settings, { currency: CURRENCY });
    onTestFinished(() => void Object.assign(ctx.settings, { currency: null }));
    const refused = await begin(await createPerson(), { amount });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().fields.amount).toContain(sentence);
  });

  it('is the same donation and the same payment for the same key, also concurrently from two tabs', async () => {
    const ana = await createPerson();
    const answers = await Promise.all(['a', 'a', 'a', 'a'].map((key) => begun(ana, {}, key)));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await begun(ana, {}, 'a')).toEqual(answers[0]);
    expect(await rowsOf(ana)).toHaveLength(1);
    const other = await begin(ana, { amount: 3000 }, 'a');
    expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency-key-reused']);
    expect(await rowsOf(ana)).toHaveLength(1);
  });

  it('is not undone by a second call with its key while the provider answers the first', async () => {
    const ana = await createPerson();
    const held = provider.holdNext();
    const first = begun(ana, {}, 'twice');
    await held.begun;
    const second = await begin(ana, {}, 'twice');
    expect([second.statusCode, second.json().code]).toEqual([503, 'payment-not-begun']);
    held.release();
    const { donationId } = await first;
    expect(await rowsOf(ana)).toMatchObject([{ id: donationId, status: 'pending' }]);
    expect(await begun(ana, {}, 'twice')).toEqual(await first);
  });

  it('is refused once the donation is finished, so that no second tab pays it again', async () => {
    const ana = await createPerson();
    const { paymentId, donationId } = await begun(ana, {}, 'once');
    provider.confirm(paymentId, CARDS.good);
    expect(() => provider.confirm(paymentId, CARDS.good)).toThrow();
    expect((await refresh(ana, donationId)).json()).toMatchObject({ status: 'succeeded' });
    const again = await begin(ana, {}, 'once');
    expect([again.statusCode, again.json().code]).toEqual([409, 'donation-finished']);
    expect(await history(ana)).toMatchObject([{ status: 'succeeded', amount: 2500 }]);
  });

  it.each(['refusing', 'silent', 'after'] as const)(
    'leaves nothing behind if the provider is %s, and works once it is back',
    async (how) => {
      const ana = await createPerson();
      provider.breakDown(how);
      const answer = await begin(ana, {}, 'again');
      provider.breakDown(null);
      expect([answer.statusCode, answer.json()]).toEqual([
        503,
        { code: 'payment-not-begun', message: 'Failed to initialize payment. Please try again.' },
      ]);
      expect(await rowsOf(ana)).toEqual([]);
      const { donationId } = await begun(ana, {}, 'again');
      expect(await rowsOf(ana)).toMatchObject([{ id: donationId, status: 'pending' }]);
    },
    30_000,
  );

  it.each([
    [{ amount: 99 }, 422],
    [{ foodListingId: '01890000-0000-7000-8000-000000000000' }, 422],
    [{ emergencyRequestId: '01890000-0000-7000-8000-000000000000' }, 422],
  ])('is refused with %j, before the provider is called', async (over, status) => {
    const ana = await createPerson();
    const asked = provider.requests.length;
    const answer = await begin(ana, over);
    expect([answer.statusCode, answer.body]).toEqual([status, answer.body]);
    expect(provider.requests).toHaveLength(asked);
    expect(await history(ana)).toEqual([]);
  });

  it('ignores currency, status and recorded amounts in the body', async () => {
    const ana = await createPerson();
    const { paymentId } = await begun(ana, {
      currency: 'jpy',
      status: 'succeeded',
      netAmount: 1,
      isDemo: true,
    });
    expect(provider.intents.get(paymentId)).toMatchObject({ amount: 2500, currency: 'usd' });
    expect(await rowsOf(ana)).toMatchObject([{ status: 'pending', net_cents: null, is_demo: false }]);
  });

  it('is for a listing that the donor may see, and for none that is hidden from them', async () => {
    const [ana, donor] = [await createPerson(), await createPerson({ userType: 'donor' })];
    const shared = await as(donor, {
      method: 'POST',
      url: '/api/food-listings',
      payload: listingBody(clock),
    });
    const { id } = shared.json();
    const purpose = { donationType: 'food_listing_support', foodListingId: id };
    await begun(ana, purpose);
    await as(donor, { method: 'POST', url: `/api/food-listings/${id}/withdraw`, payload: {} });
    const hidden = await begin(ana, purpose);
    const unknown = await begin(ana, { ...purpose, foodListingId: ana.id });
    expect([hidden.statusCode, hidden.body]).toEqual([404, unknown.body]);
    expect(await rowsOf(ana)).toMatchObject([{ food_listing_id: id }]);
  });

  it('is for a request of the caller; another person’s is 404', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const place = { latitude: 40.758, longitude: -73.9855 };
    await seedArea(db, place, 'Turtle Bay');
    const asked = await as(ana, {
      method: 'POST',
      url: '/api/emergency-requests',
      payload: { title: 'Food for tonight', householdSize: 3, pickupLocation: '1 Own Street', ...place },
    });
    const { id } = asked.json();
    expect([asked.statusCode, id]).toEqual([201, expect.any(String)]);
    const purpose = { donationType: 'emergency_response', emergencyRequestId: id };
    await begun(ana, purpose);
    const hidden = await begin(bo, purpose);
    const unknown = await begin(bo, { ...purpose, emergencyRequestId: bo.id });
    expect([hidden.statusCode, hidden.body]).toEqual([404, unknown.body]);
    expect(await history(bo)).toEqual([]);
  });
});

describe('the outcome of a payment', () => {
  it('is received by webhook: status, fee, net, method and receipt of the provider', async () => {
    const ana = await createPerson();
    const { paymentId, donationId } = await begun(ana);
    clock.forward(60_000);
    provider.confirm(paymentId, CARDS.good);
    await deliverAll();
    expect(await history(ana)).toMatchObject([
      {
        id: donationId,
        status: 'succeeded',
        platformFeeAmount: 103,
        netAmount: 2397,
        paymentMethodType: 'card',
        receiptUrl: expect.stringMatching(/^https:\/\/pay\.stripe\.com\/receipts\//),
        processedAt: clock.now().toISOString(),
      },
    ]);
  });

  it.each([
    [CARDS.declined, 'failed'],
    [CARDS.asks, 'requires_action'],
    [CARDS.slow, 'pending'],
  ])('with %s is %s, and succeeds with another try', async (card, status) => {
    const ana = await createPerson();
    const { paymentId } = await begun(ana);
    provider.confirm(paymentId, card);
    await deliverAll();
    expect(await history(ana)).toMatchObject([{ status, platformFeeAmount: null }]);
    provider.succeed(paymentId);
    await deliverAll();
    expect(await history(ana)).toMatchObject([{ status: 'succeeded', platformFeeAmount: 103 }]);
  });

  it('can be canceled, and failing 3-D Secure is a failure', async () => {
    const ana = await createPerson();
    const first = await begun(ana);
    provider.decline(first.paymentId);
    provider.cancel(first.paymentId);
    const second = await begun(ana);
    provider.requireAction(second.paymentId);
    provider.decline(second.paymentId);
    await deliverAll();
    expect(await history(ana)).toMatchObject([{ status: 'failed' }, { status: 'canceled' }]);
  });

  it('that was only begun stands in no history and no books, but in the export of what is kept', async () => {
    const ana = await createPerson();
    const [begunOnly, left] = [await begun(ana), await begun(ana)];
    provider.cancel(left.paymentId);
    await deliverAll();
    expect(await rowsOf(ana)).toMatchObject([{ status: 'pending' }, { status: 'canceled' }]);
    expect(await history(ana)).toEqual([]);
    const ids = [begunOnly.donationId, left.donationId];
    expect((await listAllDonations(ctx)).filter(({ id }) => ids.includes(id))).toEqual([]);
    expect((await exportPerson(ctx, ana.id)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it('is the same with every event repeated and in reverse order', async () => {
    const ana = await createPerson();
    const { paymentId } = await begun(ana);
    const from = provider.events.length;
    provider.confirm(paymentId, CARDS.declined);
    provider.requireAction(paymentId);
    provider.succeed(paymentId);
    provider.refund(paymentId, 500);
    const happened = provider.events.slice(from).toReversed();
    for (const event of [...happened, ...happened]) expect((await deliver(event)).statusCode).toBe(200);
    delivered = provider.events.length;
    expect(await history(ana)).toMatchObject([{ status: 'succeeded', refundedAmount: 500 }]);
  });

  it('asks the provider once for an event that is delivered again', async () => {
    const ana = await createPerson();
    const { paymentId } = await begun(ana);
    provider.succeed(paymentId);
    await deliverAll();
    const asked = provider.requests.length;
    for (const event of provider.events.slice(-2)) await deliver(event);
    expect(provider.requests).toHaveLength(asked);
  });

  it('is shown to the donor only, on request after paying', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const { paymentId, donationId } = await begun(ana);
    provider.succeed(paymentId);
    expect((await refresh(bo, donationId)).body).toBe((await refresh(bo, bo.id)).body);
    expect((await refresh(bo, donationId)).statusCode).toBe(404);
    expect((await refresh(null, donationId)).statusCode).toBe(401);
    expect(await rowsOf(ana)).toMatchObject([{ status: 'pending' }]);
    expect((await refresh(ana, donationId)).json()).toMatchObject({ status: 'succeeded', netAmount: 2397 });
    delivered = provider.events.length;
  });

  it('is fetched again if the provider is unavailable, and nothing is lost', async () => {
    const ana = await createPerson();
    const { paymentId, donationId } = await begun(ana);
    provider.succeed(paymentId);
    const event = provider.events.at(-2);
    provider.breakDown('refusing');
    expect((await refresh(ana, donationId)).statusCode).toBe(503);
    expect((await deliver(event as SignedEvent)).statusCode).toBe(503);
    provider.breakDown(null);
    expect(await rowsOf(ana)).toMatchObject([{ status: 'pending' }]);
    expect((await deliver(event as SignedEvent)).statusCode).toBe(200);
    expect(await history(ana)).toMatchObject([{ status: 'succeeded' }]);
    delivered = provider.events.length;
  }, 30_000);

  it('includes refunds that fail later, and disputes that are won, lost, or only asked about', async () => {
    const ana = await createPerson();
    const paid = async () => {
      const { paymentId } = await begun(ana);
      provider.succeed(paymentId);
      return paymentId;
    };
    const now = async () => {
      await deliverAll();
      const rows = await rowsOf(ana);
      return rows.map((row) => [row.status, row.refunded_cents, row.disputed_cents]);
    };
    const [first, second] = [await paid(), await paid()];
    const partly = provider.refund(first, 700);
    provider.refund(first, 300);
    const claim = provider.dispute(second);
    expect(await now()).toEqual([
      ['succeeded', 1000, 0],
      ['succeeded', 0, 2500],
    ]);
    provider.failRefund(partly.id);
    provider.closeDispute(claim.id, 'won');
    const inquiry = provider.dispute(await paid(), 'warning_needs_response');
    expect(await now()).toEqual([
      ['succeeded', 300, 0],
      ['succeeded', 0, 0],
      ['succeeded', 0, 0],
    ]);
    provider.closeDispute(inquiry.id, 'lost');
    expect((await now()).at(-1)).toEqual(['succeeded', 0, 2500]);
  });

  it('is that of the later of two fetches, even if the earlier one ends last', async () => {
    const ana = await createPerson();
    const { paymentId, donationId } = await begun(ana);
    provider.succeed(paymentId);
    const refund = provider.refund(paymentId, 700);
    const held = provider.holdNext();
    const slow = refresh(ana, donationId);
    await held.begun;
    provider.failRefund(refund.id);
    expect((await refresh(ana, donationId)).json()).toMatchObject({ refundedAmount: 0 });
    held.release();
    expect((await slow).json()).toMatchObject({ status: 'succeeded', refundedAmount: 0 });
  });

  it('is not written if amount or currency are not the donation’s', async () => {
    const ana = await createPerson();
    const { paymentId } = await begun(ana);
    Object.assign(provider.intents.get(paymentId) ?? {}, { amount: 2400 });
    provider.succeed(paymentId);
    await deliverAll();
    const second = await begun(ana);
    Object.assign(provider.intents.get(second.paymentId) ?? {}, { currency: 'jpy' });
    provider.succeed(second.paymentId);
    await deliverAll();
    expect(await rowsOf(ana)).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
    const { differences } = await reconcilePayments(ctx);
    expect(differences).toEqual([
      { kind: 'amount', donationId: expect.any(String), paymentId: second.paymentId },
      { kind: 'amount', donationId: expect.any(String), paymentId },
    ]);
    for (const id of [paymentId, second.paymentId]) provider.intents.delete(id);
    await db.deleteFrom('donation').where('person_id', '=', ana.id).execute();
  });

  it('has no fee that is in another currency than the donation', async () => {
    const ana = await createPerson();
    const { paymentId } = await begun(ana);
    const { latest_charge } = provider.succeed(paymentId);
    const balanceId = provider.charges.get(latest_charge ?? '')?.balance_transaction ?? '';
    Object.assign(provider.balances.get(balanceId) ?? {}, { currency: 'eur' });
    await deliverAll();
    expect(await history(ana)).toMatchObject([{ status: 'succeeded', platformFeeAmount: null }]);
  });
});

it('gives the browser the public key only', async () => {
  const { body } = await as(null, { url: '/api/community' });
  expect(JSON.parse(body).payments).toEqual({ publishableKey: 'pk_test_standin' });
  expect(body).not.toMatch(/sk_test|whsec|127\.0\.0\.1/);
});

describe('a webhook', () => {
  const event = (over: object = {}) =>
    JSON.stringify({ id: 'evt_x', type: 'payment_intent.succeeded', data: { object: PAYMENT }, ...over });
  const PAYMENT = { object: 'payment_intent', id: 'pi_000000' };
  const seconds = () => Math.floor(clock.at / 1000);

  it('is refused if it is forged, unsigned, too old, from the future, or no event', async () => {
    const payload = event();
    const cases: [payload: string, signature: string][] = [
      [payload, ''],
      [payload, 'x'],
      [payload, provider.sign(payload, seconds(), 'whsec_other')],
      [payload, provider.sign(payload, seconds() - 301)],
      [payload, provider.sign(payload, seconds() + 301)],
      [`${payload} `, provider.sign(payload)],
      ['not json', provider.sign('not json')],
      ['{}', provider.sign('{}')],
      ['', provider.sign('')],
      ...['evt_\u0000', 'evt_\ud800', 'evt 1', ''].map((id): [string, string] => {
        const unstorable = event({ id });
        return [unstorable, provider.sign(unstorable)];
      }),
    ];
    const asked = provider.requests.length;
    for (const [body, signature] of cases) {
      const answer = await send(body, signature);
      expect([signature, answer.statusCode, answer.json().code]).toEqual([signature, 400, 'malformed']);
    }
    const huge = event({ more: 'a'.repeat(200_000) });
    expect((await send(huge, provider.sign(huge))).statusCode).toBe(413);
    expect(provider.requests).toHaveLength(asked);
  });

  it('within five minutes is taken', async () => {
    const payload = event();
    for (const at of [seconds() - 300, seconds() + 300])
      expect((await send(payload, provider.sign(payload, at))).statusCode).toBe(200);
  });

  it.each([
    ['customer.created', { object: 'customer', id: 'cus_1' }],
    ['payment_intent.teleported', { object: 'payment_intent', id: '../../v1/refunds' }],
    ['charge.succeeded', { object: 'charge', id: 'ch_1', payment_intent: null }],
    ['something_new', PAYMENT],
  ])('of type %s about %j is ignored', async (type, object) => {
    const payload = event({ type, data: { object } });
    const asked = provider.requests.length;
    expect((await send(payload, provider.sign(payload))).statusCode).toBe(200);
    expect(provider.requests).toHaveLength(asked);
  });

  it('about a payment that is not a donation changes nothing', async () => {
    const { id } = provider.createIntent({ amount: 5000, currency: 'usd' });
    provider.succeed(id);
    const count = () => db.selectFrom('donation').selectAll().execute();
    const before = await count();
    await deliverAll();
    expect(await count()).toEqual(before);
  });

  it('that claims success is not trusted: the provider is asked', async () => {
    const ana = await createPerson();
    const { paymentId } = await begun(ana);
    const forgotten = event({
      id: 'evt_early',
      data: { object: { ...PAYMENT, id: paymentId, status: 'succeeded', amount: 2500, currency: 'usd' } },
    });
    expect((await send(forgotten, provider.sign(forgotten))).statusCode).toBe(200);
    expect(await rowsOf(ana)).toMatchObject([{ status: 'pending' }]);
  });

  it('is not needed to learn of a payment, for which the provider is asked six times a minute at most', async () => {
    const ana = await createPerson();
    const { paymentId, donationId } = await begun(ana);
    provider.confirm(paymentId, CARDS.good);
    const limited = {
      ...fixture.ctx,
      rateLimits: makeRateLimits({ db: fixture.ctx.db, secret: 'a secret' }),
    };
    const asked = provider.requests.length;
    for (let nth = 0; nth < 40; nth++)
      expect(await refreshDonation(limited, ana.caller, donationId)).toMatchObject({ status: 'succeeded' });
    expect(provider.requests.length - asked).toBe(6);
  });

  it('exists only in a community that takes payments, as does the page that may load the provider’s script', async () => {
    const other = await testApp({}, fixture);
    const ana = await createPerson();
    const policyOf = async ({ http }: typeof other) => {
      const page = await http.inject({ url: '/donate', headers: { cookie: ana.cookie } });
      return String(page.headers['content-security-policy']);
    };
    expect(await policyOf(other)).not.toContain('stripe');
    expect(await policyOf(fixture)).toContain('https://js.stripe.com');
    const payload = event();
    const answer = await other.http.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      headers: { origin: fixture.origin, 'stripe-signature': provider.sign(payload) },
      payload: JSON.parse(payload),
    });
    expect(answer.statusCode).toBe(404);
  });
});
