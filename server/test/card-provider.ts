import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A stand-in for the card provider's API on loopback, in the shapes that it publishes: intents, charges, balance
 * transactions, refunds, disputes, lists, idempotency and errors. The calls of the provider's own script in a browser
 * (confirmation, 3-D Secure) are under `/v1/payment_intents/{id}/confirm`, as in the real API. It takes 2.9 % + 30¢.
 */

type Json = Record<string, unknown>;
export type Intent = Json & {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly client_secret: string;
  readonly metadata: Record<string, string>;
  status: string;
  latest_charge: string | null;
  last_payment_error: Json | null;
};
type Charge = Json & {
  readonly id: string;
  readonly amount: number;
  readonly payment_intent: string;
  readonly balance_transaction: string | null;
  amount_refunded: number;
  disputed: boolean;
  refunded: boolean;
};
type Refund = Json & {
  readonly id: string;
  readonly amount: number;
  readonly charge: string;
  status: string;
};
type Dispute = Json & { readonly id: string; readonly amount: number; status: string };
export type SignedEvent = {
  readonly id: string;
  readonly type: string;
  readonly payload: string;
  readonly signature: string;
};

const SECRET_KEY = 'sk_test_standin';
const WEBHOOK_SECRET = 'whsec_standin';
/** The most that one page of a list holds, whatever the caller asks for: lists are read page by page. */
export const PAGE = 5;
const FEE = { share: 0.029, fixed: 30 };

/** The provider's published test card numbers, by the outcome of a payment. */
export const CARDS = {
  good: 'pm_card_visa',
  declined: 'pm_card_chargeDeclined',
  asks: 'pm_card_authenticationRequired',
  slow: 'pm_usBankAccount_processing',
} as const;

export type CardProvider = Awaited<ReturnType<typeof openCardProvider>>;

/** Starts the stand-in; `nowMs` is its clock. */
export async function openCardProvider(nowMs: () => number = Date.now) {
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  const balances = new Map<string, Json>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  const answers = new Map<string, { body: string; reply: Json }>();
  /** Keys of calls without a reply yet. */
  const inUse = new Set<string>();
  const requests: string[] = [];
  const events: SignedEvent[] = [];
  let isDown: 'refusing' | 'silent' | 'after' | null = null;
  let held: { readonly begun: () => void; readonly until: Promise<void> } | null = null;
  let count = 0;
  const newId = (prefix: string): string => `${prefix}_${String(++count).padStart(6, '0')}`;
  const now = (): number => Math.floor(nowMs() / 1000);

  const sign = (payload: string, at = now(), secret = WEBHOOK_SECRET): string =>
    `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;

  function emit(type: string, object: Json, over: Json = {}): SignedEvent {
    const id = newId('evt');
    const payload = JSON.stringify({
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: now(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      // cloned: events are snapshots
      data: { object: structuredClone(object) },
      ...over,
    });
    const event = { id, type, payload, signature: sign(payload) };
    events.push(event);
    return event;
  }

  const intentOf = (id: string): Intent => {
    const intent = intents.get(id);
    if (!intent) throw missing('payment_intent', id);
    return intent;
  };
  const chargeOf = (intentId: string): Charge => {
    const charge = charges.get(intentOf(intentId).latest_charge ?? '');
    if (!charge?.balance_transaction) throw new ApiError(400, { code: 'charge_not_paid' });
    return charge;
  };

  function createIntent(form: Json): Intent {
    const amount = Number(form['amount']);
    if (!Number.isInteger(amount) || amount < 50)
      throw new ApiError(400, { code: 'amount_too_small', param: 'amount' });
    const id = newId('pi');
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: String(form['currency']),
      client_secret: `${id}_secret_${count}`,
      created: now(),
      livemode: false,
      description: form['description'] ?? null,
      metadata: (form['metadata'] ?? {}) as Record<string, string>,
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
      cancellation_reason: null,
      status: 'requires_payment_method',
    };
    intents.set(id, intent);
    emit('payment_intent.created', intent);
    return intent;
  }

  function createCharge(intent: Intent, isPaid: boolean): Charge {
    const id = newId('ch');
    const fee = Math.round(intent.amount * FEE.share) + FEE.fixed;
    const balanceId = isPaid ? newId('txn') : null;
    if (balanceId)
      balances.set(balanceId, {
        id: balanceId,
        object: 'balance_transaction',
        amount: intent.amount,
        currency: intent.currency,
        fee,
        net: intent.amount - fee,
        source: id,
        type: 'charge',
      });
    const made: Charge = {
      id,
      object: 'charge',
      amount: intent.amount,
      amount_captured: isPaid ? intent.amount : 0,
      amount_refunded: 0,
      currency: intent.currency,
      created: now(),
      captured: isPaid,
      paid: isPaid,
      refunded: false,
      disputed: false,
      payment_intent: intent.id,
      balance_transaction: balanceId,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
      receipt_url: isPaid ? `https://pay.stripe.com/receipts/payment/${id}` : null,
      status: isPaid ? 'succeeded' : 'failed',
      metadata: {},
    };
    charges.set(id, made);
    intent.latest_charge = id;
    return made;
  }

  const requireAllowed = (intent: Intent, ...statuses: readonly string[]): void => {
    if (!statuses.includes(intent.status))
      throw new ApiError(400, { code: 'payment_intent_unexpected_state', payment_intent: intent });
  };

  /** Marks a payment as paid. */
  function succeed(id: string): Intent {
    const intent = intentOf(id);
    requireAllowed(intent, 'requires_payment_method', 'requires_action', 'processing');
    createCharge(intent, true);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null });
    emit('payment_intent.succeeded', intent);
    emit('charge.succeeded', chargeOf(id));
    return intent;
  }
  function decline(id: string): Intent {
    const intent = intentOf(id);
    requireAllowed(intent, 'requires_payment_method', 'requires_action', 'processing');
    const isCharged = intent.status !== 'requires_action';
    if (isCharged) createCharge(intent, false);
    const error = isCharged
      ? { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
      : {
          type: 'invalid_request_error',
          code: 'payment_intent_authentication_failure',
          message: 'We are unable to authenticate your payment method.',
        };
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: error,
      next_action: null,
    });
    emit('payment_intent.payment_failed', intent);
    return intent;
  }
  function requireAction(id: string): Intent {
    const intent = intentOf(id);
    requireAllowed(intent, 'requires_payment_method');
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    emit('payment_intent.requires_action', intent);
    return intent;
  }
  function process(id: string): Intent {
    const intent = intentOf(id);
    requireAllowed(intent, 'requires_payment_method', 'requires_action');
    const charge = createCharge(intent, false);
    Object.assign(charge, { status: 'pending', payment_method_details: { type: 'us_bank_account' } });
    Object.assign(intent, { status: 'processing', last_payment_error: null });
    emit('payment_intent.processing', intent);
    return intent;
  }
  function cancel(id: string, reason: unknown = null): Intent {
    const intent = intentOf(id);
    requireAllowed(intent, 'requires_payment_method', 'requires_confirmation', 'requires_action');
    Object.assign(intent, { status: 'canceled', cancellation_reason: reason });
    emit('payment_intent.canceled', intent);
    return intent;
  }
  function refund(id: string, amount: number): Refund {
    const of = chargeOf(id);
    if (amount > of.amount - of.amount_refunded) throw new ApiError(400, { code: 'charge_already_refunded' });
    const made: Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      charge: of.id,
      payment_intent: id,
      currency: of['currency'],
      created: now(),
      status: 'succeeded',
    };
    refunds.set(made.id, made);
    of.amount_refunded += amount;
    of.refunded = of.amount_refunded === of.amount;
    emit('refund.created', made);
    emit('charge.refunded', of);
    return made;
  }
  /** The money comes back: the donor's bank could not book it. */
  function failRefund(refundId: string): void {
    const made = refunds.get(refundId);
    const of = charges.get(made?.charge ?? '');
    if (!made || !of || made.status === 'failed') throw new ApiError(400, { code: 'refund_not_found' });
    made.status = 'failed';
    of.amount_refunded -= made.amount;
    of.refunded = false;
    emit('refund.failed', made);
  }
  function dispute(
    id: string,
    status: 'needs_response' | 'warning_needs_response' = 'needs_response',
  ): Dispute {
    const of = chargeOf(id);
    if (of.disputed) throw new ApiError(400, { code: 'charge_disputed' });
    const made: Dispute = {
      id: newId('du'),
      object: 'dispute',
      amount: of.amount - of.amount_refunded,
      currency: of['currency'],
      charge: of.id,
      payment_intent: id,
      created: now(),
      reason: 'fraudulent',
      balance_transactions: [],
      status,
    };
    disputes.set(made.id, made);
    of.disputed = true;
    emit('charge.dispute.created', made);
    return made;
  }
  function closeDispute(disputeId: string, status: 'won' | 'lost' | 'warning_closed'): void {
    const made = disputes.get(disputeId);
    if (!made) throw missing('dispute', disputeId);
    made.status = status;
    emit('charge.dispute.closed', made);
  }

  /** Handles the call of the provider's script in the browser. */
  function confirm(id: string, card: string): Intent {
    if (card === CARDS.declined) return decline(id);
    if (card === CARDS.asks) return requireAction(id);
    if (card === CARDS.slow) return process(id);
    return succeed(id);
  }

  /** The object with the ids named by `expand` replaced by their objects. */
  function expand(object: Json, paths: readonly string[]): Json {
    const of: Json = structuredClone(object);
    const chargeId = of['latest_charge'];
    const found = typeof chargeId === 'string' ? charges.get(chargeId) : undefined;
    if (found && paths.some((path) => path.startsWith('latest_charge'))) {
      const shown: Json = structuredClone(found);
      const balanceId = found.balance_transaction;
      if (balanceId && paths.includes('latest_charge.balance_transaction'))
        shown['balance_transaction'] = balances.get(balanceId);
      of['latest_charge'] = shown;
    }
    return of;
  }

  function list(things: ReadonlyMap<string, Json>, query: URLSearchParams): Json {
    const since = Number(query.get('created[gte]') ?? 0);
    const of = query.get('payment_intent');
    const newestFirst = [...things.values()]
      .filter((thing) => Number(thing['created']) >= since && (!of || thing['payment_intent'] === of))
      .toReversed();
    const after = query.get('starting_after');
    const from = after ? newestFirst.findIndex(({ id }) => id === after) + 1 : 0;
    const limit = Math.min(Number(query.get('limit') ?? 10), PAGE);
    const data = newestFirst.slice(from, from + limit);
    return { object: 'list', data, has_more: from + limit < newestFirst.length, url: '/v1/list' };
  }

  function route(method: string, url: URL, form: Json): Json {
    const [, , kind, id, action] = url.pathname.split('/');
    const wanted = url.searchParams;
    const expanded = [...wanted].flatMap(([name, value]) => (name.startsWith('expand[') ? [value] : []));
    if (kind === 'payment_intents' && !id)
      return method === 'POST' ? createIntent(form) : list(intents, wanted);
    if (kind === 'payment_intents' && id) {
      if (method === 'GET') return expand(intentOf(id), expanded);
      if (action === 'cancel') return cancel(id, form['cancellation_reason']);
      if (action === 'confirm') return confirm(id, String(form['payment_method']));
    }
    if (kind === 'refunds' && method === 'GET' && !id) return list(refunds, wanted);
    if (kind === 'disputes' && method === 'GET' && !id) return list(disputes, wanted);
    throw new ApiError(404, { message: `Unrecognized request URL (${method}: ${url.pathname})` });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? '', 'http://provider');
    requests.push(`${request.method} ${url.pathname}`);
    const send = (status: number, json: Json): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') });
      response.end(JSON.stringify(json));
    };
    if (isDown === 'silent') return void request.socket.destroy();
    if (isDown === 'refusing') return send(500, { error: { type: 'api_error' } });
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    const key = String(request.headers['idempotency-key'] ?? '');
    if (inUse.has(key))
      return send(409, { error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } });
    try {
      if (key) inUse.add(key);
      const known = answers.get(key);
      if (known && known.body !== body)
        throw new ApiError(400, { type: 'idempotency_error', message: 'Keys for idempotent requests…' });
      const reply = known?.reply ?? structuredClone(route(request.method ?? '', url, parseForm(body)));
      if (key) answers.set(key, { body, reply });
      if (isDown === 'after') return void request.socket.destroy();
      const wait = held;
      held = null;
      wait?.begun();
      await wait?.until;
      send(200, reply);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      send(error.status, { error: { type: 'invalid_request_error', message: 'No.', ...error.body } });
    } finally {
      inUse.delete(key);
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: address,
    },
    /** The received calls, such as `POST /v1/payment_intents`. */
    requests,
    /** Events in the order in which they happened. */
    events,
    intents,
    charges,
    balances,
    refunds,
    disputes,
    sign,
    emit,
    /** As done from its dashboard, or by another customer's server. */
    createIntent,
    confirm,
    succeed,
    decline,
    requireAction,
    process,
    cancel,
    refund,
    failRefund,
    dispute,
    closeDispute,
    /** `silent` closes connections, `refusing` answers 500, `after` executes the call but does not answer. */
    breakDown(how: typeof isDown): void {
      isDown = how;
    },
    /** Holds back the next reply, which is made when the call arrives; `begun` resolves then. */
    holdNext(): { readonly begun: Promise<void>; readonly release: () => void } {
      const begun = Promise.withResolvers<void>();
      const until = Promise.withResolvers<void>();
      held = { begun: begun.resolve, until: until.promise };
      return { begun: begun.promise, release: until.resolve };
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

class ApiError extends Error {
  readonly status: number;
  readonly body: Json;

  constructor(status: number, body: Json) {
    super('the provider refuses');
    this.status = status;
    this.body = body;
  }
}

const missing = (kind: string, id: string): ApiError =>
  new ApiError(404, { code: 'resource_missing', param: kind, message: `No such ${kind}: '${id}'` });

/** `a[b]=c` as `{ a: { b: 'c' } }`. */
function parseForm(body: string): Json {
  const form: Json = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const [, outer = name, inner] = /^([^[]+)(?:\[([^\]]*)\])?$/.exec(name) ?? [];
    if (inner === undefined) form[outer] = value;
    else form[outer] = { ...(form[outer] as Json | undefined), [inner]: value };
  }
  return form;
}
