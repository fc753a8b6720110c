import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type Stripe from 'stripe';
import { isDemo } from '#server/features/accounts/auth/sign-in.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { demoProvider } from './demo-provider.ts';

/** One attempt of a call; the library tries once more where that is safe. */
const TIMEOUT_MS = 8000;
const RETRY_AFTER_SECONDS = 30;
/** How old or new a webhook's signature may be. */
const TOLERANCE_SECONDS = 300;

/** The provider's library, loaded by communities that take payments. */
const libraryClient = perApp(() => ({ client: null as Stripe | null }));

/** Whether only a test card can pay here, which charges no one: a demo without keys. */
export const takesTestCards = (ctx: AppContext): boolean => !ctx.settings.payments && isDemo(ctx);

async function clientOf(ctx: AppContext): Promise<Stripe> {
  const { payments } = ctx.settings;
  if (!payments && !isDemo(ctx)) throw new AppError(503, 'payments-not-configured');
  // a failed import is tried again by the next call
  const { default: Client } = await import('stripe');
  if (!payments)
    return (libraryClient(ctx).client ??= new Client('sk_test_demo', {
      httpClient: Client.createFetchHttpClient(demoProvider()),
      telemetry: false,
    }));
  const { protocol, hostname, port } = new URL(payments.apiUrl);
  return (libraryClient(ctx).client ??= new Client(payments.secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  }));
}

export const providerUnavailable = (): AppError =>
  new AppError(503, 'payment-provider-away', { retryAfterSeconds: RETRY_AFTER_SECONDS });

export const paymentNotBegun = (): AppError =>
  new AppError(503, 'payment-not-begun', { retryAfterSeconds: 1 });

/**
 * Calls the card provider. Null if the object does not exist there. Throws 503 `payment-provider-away` if it does not
 * answer or refuses, 503 `payments-not-configured` without one, 503 `payment-not-begun` while another call with the same
 * idempotency key has no answer yet: that one decides.
 */
export async function callProvider<Answer>(
  ctx: AppContext,
  ask: (client: Stripe) => Promise<Answer>,
): Promise<Answer | null> {
  const client = await clientOf(ctx);
  try {
    return await ask(client);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.code === 'resource_missing') return null;
    if (error.code === 'idempotency_key_in_use') throw paymentNotBegun();
    // its message may quote what was sent
    const { type, code, requestId } = error;
    ctx.log.error({ type, code, requestId }, 'the card provider refused, or did not answer');
    throw providerUnavailable();
  }
}

/** What a payment carries so that several communities can share an account of the provider. */
export const communityMetadata = ({ settings }: AppContext) => ({ community: settings.publicUrl });

/** Whether a payment is this community's, and not that of another one with the same account. */
export const isOurs = (ctx: AppContext, metadata: Readonly<Record<string, string>>): boolean =>
  metadata['community'] === communityMetadata(ctx).community;

/** Every error of the library has a type such as `StripeConnectionError`. */
function isProviderError(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    error.type.startsWith('Stripe')
  );
}

export const isProviderUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.key === 'payment-provider-away';

/**
 * The event in a webhook's body. Null if the signature is not the provider's, or older or newer than five minutes: the
 * library alone would accept one from the future.
 */
export async function verifiedEvent(ctx: AppContext, body: Buffer, signature: string): Promise<unknown> {
  const { payments } = ctx.settings;
  const nowMs = ctx.clock.now().getTime();
  const [, signedAt] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature) ?? [];
  if (!payments || Number(signedAt) * 1000 > nowMs + TOLERANCE_SECONDS * 1000) return null;
  const { webhooks } = await clientOf(ctx);
  try {
    return webhooks.constructEvent(
      body,
      signature,
      payments.webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      nowMs,
    );
  } catch {
    return null;
  }
}
