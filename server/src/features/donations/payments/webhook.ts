import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AppContext } from '#server/platform/app-context.ts';

import { verifiedEvent } from './card-provider.internal.ts';
import { fetchPayment } from './fetch-payment.internal.ts';
import * as store from '../donations.store.ts';

const ADDRESS = '/api/payments/webhook';
/** Events have a few thousand bytes. */
const MAX_BODY_BYTES = 128 * 1024;

/** Events that may change a donation; all others are ignored. */
const CONCERNS = /^(payment_intent|charge|refund)\./;

const paymentIdSchema = z.string().check(z.regex(/^pi_\w{1,250}$/));
const eventSchema = z.object({
  id: z.string().check(z.regex(/^[!-~]{1,255}$/)),
  type: z.string(),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.optional(z.string()),
      payment_intent: z.optional(z.nullable(z.union([z.string(), z.object({ id: z.string() })]))),
    }),
  }),
});
type PaymentEvent = z.output<typeof eventSchema>;

/** The payment that an event is about: itself, or that of its charge, refund or dispute. */
function paymentIdOf({ type, data: { object } }: PaymentEvent): string | null {
  if (!CONCERNS.test(type)) return null;
  const { payment_intent: of } = object;
  const id = object.object === 'payment_intent' ? object.id : typeof of === 'object' ? of?.id : of;
  return paymentIdSchema.safeParse(id).data ?? null;
}

/**
 * Where the card provider sends its events. Without session and origin: its signature over the raw body is the proof.
 * An event only names the payment to fetch. The reply is sent once the result is written; until then the provider
 * repeats the event.
 */
export async function bindWebhook(http: FastifyInstance, ctx: AppContext): Promise<void> {
  if (!ctx.settings.payments) return;
  await http.register(async (webhook) => {
    webhook.removeAllContentTypeParsers();
    webhook.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    webhook.post(
      ADDRESS,
      { config: { fromAnywhere: true }, bodyLimit: MAX_BODY_BYTES },
      async ({ body, headers }) => {
        const signature = headers['stripe-signature'];
        const signed =
          Buffer.isBuffer(body) && typeof signature === 'string'
            ? await verifiedEvent(ctx, body, signature)
            : null;
        const event = eventSchema.safeParse(signed);
        if (!event.success) throw new AppError(400, 'malformed.webhook');
        await handleEvent(ctx, event.data);
        return { received: true };
      },
    );
  });
}

async function handleEvent(ctx: AppContext, event: PaymentEvent): Promise<void> {
  const paymentId = paymentIdOf(event);
  if (paymentId === null || (await store.isEventHandled(ctx.db, event.id))) return;
  await fetchPayment(ctx, paymentId);
  await store.insertEvent(ctx.db, event.id, ctx.clock.now());
}
