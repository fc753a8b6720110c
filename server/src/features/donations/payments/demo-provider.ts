import { fromDollarCents } from '@openlarder/domain/kernel/currency-scales.ts';

/** What the card provider usually keeps, in minor units: 2.9 % and 30 cents or what stands for them. */
export const usualFee = (amount: number, currency: string): number =>
  Math.round(amount * 0.029) + fromDollarCents(30, currency);

/**
 * A stand-in for the card provider's API inside the process, for a demo without keys: it answers what a donation asks,
 * in the provider's shapes. Every payment is made with the card that it is created with; nothing outlives the process.
 */
export function demoProvider(): typeof fetch {
  const payments = new Map<string, object>();
  const answer = (json: object, status = 200): Response => Response.json(json, { status });

  return async (url, options) => {
    const request = new Request(url, options);
    const [id] = /pi_\w+$/.exec(new URL(request.url).pathname) ?? [];
    if (id !== undefined) {
      const payment = payments.get(id);
      return payment
        ? answer(payment)
        : answer({ error: { type: 'invalid_request_error', code: 'resource_missing' } }, 404);
    }
    const form = new URLSearchParams(await request.text());
    const newId = `pi_demo${crypto.randomUUID().replaceAll('-', '')}`;
    const [amount, currency] = [Number(form.get('amount')), form.get('currency') ?? ''];
    const fee = usualFee(amount, currency.toUpperCase());
    const payment = {
      id: newId,
      object: 'payment_intent',
      amount,
      currency,
      client_secret: `${newId}_secret`,
      metadata: {},
      status: 'succeeded',
      last_payment_error: null,
      latest_charge: {
        object: 'charge',
        amount_refunded: 0,
        disputed: false,
        receipt_url: null,
        payment_method_details: { type: 'card' },
        balance_transaction: { object: 'balance_transaction', currency, fee, net: amount - fee },
      },
    };
    payments.set(newId, payment);
    return answer(payment);
  };
}
