import { createPaymentIntent, refreshDonation } from '@openlarder/domain/donations/donation-contract.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { aDonation, renderDonate } from '#web/testing/donations.tsx';
import { withResolvers } from '#web/testing/with-resolvers.ts';

type Confirmed = { readonly paymentIntent?: { status: string }; readonly error?: object };

/** What the provider's script answers, in place of the provider. */
const provider = {
  confirm: async (): Promise<Confirmed> => ({ paymentIntent: { status: 'succeeded' } }),
  retrieve: async (): Promise<Confirmed> => ({}),
  returnUrls: [] as string[],
  secrets: [] as string[],
};
type Listeners = Record<string, ((event: object) => void)[]>;

function standInForStripe() {
  const listeners: Listeners = {};
  const element = {
    on: (name: string, listener: (event: object) => void) =>
      void (listeners[name] = [...(listeners[name] ?? []), listener]),
    off: () => {},
    mount: () => setTimeout(() => listeners['ready']?.forEach((listener) => listener({}))),
    destroy: () => {},
    update: () => {},
  };
  const elements = { create: () => element, getElement: () => null, update: () => {} };
  return {
    elements: ({ clientSecret }: { clientSecret: string }) => {
      provider.secrets.push(clientSecret);
      return elements;
    },
    createToken: () => {},
    createPaymentMethod: () => {},
    confirmCardPayment: () => {},
    _registerWrapper: () => {},
    registerAppInfo: () => {},
    retrievePaymentIntent: () => provider.retrieve(),
    confirmPayment: ({ confirmParams }: { confirmParams: { return_url: string } }) => {
      provider.returnUrls.push(confirmParams.return_url);
      return provider.confirm();
    },
  };
}

const ID = '01890000-0000-7000-8000-0000000000d0';
const BEGUN = { clientSecret: 'pi_1_secret_1', donationId: ID };
const TAKES_CARDS = { payments: { publishableKey: 'pk_live_1' } };
const AWAY = { code: 'payment-not-begun', message: 'Failed to initialize payment. Please try again.' };
const scriptOf = () => document.querySelector<HTMLScriptElement>('script[src^="https://js.stripe.com/"]');
const toastOf = async (title: string) => (await screen.findByText(title)).closest('p')?.textContent;
const payButton = () => screen.findByRole('button', { name: 'Donate $10' });

async function openCheckout(community: object = TAKES_CARDS) {
  const shown = renderDonate({ community });
  await shown.user.click(await screen.findByRole('button', { name: /^Donate \$10 ·/ }));
  return shown;
}
const ready = async () => waitFor(async () => expect(await payButton()).toHaveProperty('disabled', false));

beforeEach(() => {
  provider.confirm = async () => ({ paymentIntent: { status: 'succeeded' } });
  provider.retrieve = async () => ({});
  provider.returnUrls = [];
  provider.secrets = [];
  Object.assign(window, { Stripe: Object.assign(standInForStripe, { version: 'basil' }) });
});
afterEach(() => {
  Reflect.deleteProperty(window, 'Stripe');
  scriptOf()?.remove();
  vi.restoreAllMocks();
});

// first: the provider's loader remembers that its script has loaded
it('says so if the provider’s script is blocked, and tries again', async () => {
  Reflect.deleteProperty(window, 'Stripe');
  const begun = reply(createPaymentIntent, BEGUN);
  const loaded: HTMLScriptElement[] = [];
  const append = document.head.appendChild.bind(document.head);
  vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    if (!(node instanceof HTMLScriptElement)) return append(node);
    loaded.push(node);
    return node;
  });
  const { user } = await openCheckout();
  await waitFor(() =>
    expect(loaded.map(({ src }) => src)).toEqual(['https://js.stripe.com/basil/stripe.js']),
  );
  act(() => void loaded[0]?.dispatchEvent(new Event('error')));
  expect(await toastOf('Payment Error')).toBe(
    'Payment Error Failed to initialize payment. Please try again.',
  );
  const panel = within(await screen.findByRole('region', { name: 'Payment Setup Failed' }));
  Object.assign(window, { Stripe: Object.assign(standInForStripe, { version: 'basil' }) });
  await user.click(panel.getByRole('button', { name: 'Try Again' }));
  await ready();
  // the same donation
  expect(new Set(begun.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

describe('paying', () => {
  it('starts with the chosen amount, loads nothing before, and thanks on the history', async () => {
    const begun = reply(createPaymentIntent, BEGUN);
    const asked = reply(refreshDonation, aDonation({ id: ID, amount: 1000 }));
    renderDonate({ community: TAKES_CARDS });
    await screen.findByRole('button', { name: /^Donate \$10 ·/ });
    expect([begun, scriptOf()]).toEqual([[], null]);
    fireEvent.click(screen.getByRole('button', { name: /^Donate \$10 ·/ }));
    await ready();
    expect(begun[0]?.body).toMatchObject({ amount: 1000, donationType: 'platform_donation' });
    expect(provider.secrets).toEqual(['pi_1_secret_1']);
    expect(screen.queryByText('Payment Unavailable')).toBeNull();
    fireEvent.click(await payButton());
    expect(await toastOf('Thank You!')).toBe('Thank You! Your donation has been processed successfully.');
    expect(screen.getByRole('tab', { name: 'Your Impact' }).getAttribute('aria-selected')).toBe('true');
    expect(asked.map(({ params }) => params['id'])).toEqual([ID]);
    expect(provider.returnUrls).toEqual([`${window.location.origin}/donate?step=history&donation=${ID}`]);
    expect(screen.getByRole('tab', { name: 'Payment' })).toHaveProperty('disabled', false);
  });

  it('is one donation going back and forth, another one after it is paid', async () => {
    const begun = reply(createPaymentIntent, BEGUN);
    reply(refreshDonation, aDonation({ id: ID }));
    const { user } = await openCheckout();
    await ready();
    await user.click(screen.getByRole('button', { name: 'Go Back' }));
    await user.click(await screen.findByRole('button', { name: /^Donate \$10 ·/ }));
    await ready();
    await user.click(await payButton());
    await toastOf('Thank You!');
    await user.click(screen.getByRole('tab', { name: 'Choose Amount' }));
    await user.click(await screen.findByRole('button', { name: /^Donate \$10 ·/ }));
    await ready();
    const [first, second, third] = begun.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  it('pays once however often it is pressed', async () => {
    reply(createPaymentIntent, BEGUN);
    reply(refreshDonation, aDonation({ id: ID }));
    const paid = withResolvers<Confirmed>();
    provider.confirm = () => paid.promise;
    await openCheckout();
    await ready();
    const form = screen.getByRole('form', { name: 'Payment' });
    for (let nth = 0; nth < 3; nth++) fireEvent.submit(form);
    expect(provider.returnUrls).toHaveLength(1);
    expect((await payButton()).getAttribute('aria-busy')).toBe('true');
    expect(screen.getByRole('button', { name: 'Go Back' })).toHaveProperty('disabled', true);
    paid.resolve({ paymentIntent: { status: 'succeeded' } });
    await toastOf('Thank You!');
  });

  it.each([
    [{ type: 'card_error', message: 'Your card was declined.' }, 'Your card was declined.'],
    [
      { type: 'invalid_request_error', message: 'Internal words' },
      "Your payment didn't go through. Please try again or use another card.",
    ],
  ])('after %j says what to do, and can be tried again', async (error, sentence) => {
    reply(createPaymentIntent, BEGUN);
    reply(refreshDonation, aDonation({ id: ID }));
    provider.confirm = async () => ({ error });
    const { user } = await openCheckout();
    await ready();
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    provider.confirm = async () => ({ paymentIntent: { status: 'succeeded' } });
    await user.click(await payButton());
    await toastOf('Thank You!');
  });

  it.each([
    ['the connection broke after it', { error: { type: 'api_connection_error' } }],
    [
      'another tab had paid',
      { error: { type: 'invalid_request_error', payment_intent: { status: 'succeeded' } } },
    ],
  ])('is done if %s', async (_, answer) => {
    reply(createPaymentIntent, BEGUN);
    reply(refreshDonation, aDonation({ id: ID }));
    provider.confirm = async () => answer;
    provider.retrieve = async () => ({ paymentIntent: { status: 'succeeded' } });
    const { user } = await openCheckout();
    await ready();
    await user.click(await payButton());
    await toastOf('Thank You!');
  });

  it('begins another donation if the payment was canceled while the page was left open', async () => {
    reply(createPaymentIntent, BEGUN);
    reply(refreshDonation, aDonation({ id: ID }));
    provider.confirm = async () => ({
      error: { type: 'invalid_request_error', payment_intent: { status: 'canceled' } },
    });
    const { user } = await openCheckout();
    await ready();
    await user.click(await payButton());
    const panel = within(await screen.findByRole('region', { name: 'Payment Setup Failed' }));
    const again = { clientSecret: 'pi_2_secret_2', donationId: ID };
    reply(createPaymentIntent, again);
    provider.confirm = async () => ({ paymentIntent: { status: 'succeeded' } });
    await user.click(panel.getByRole('button', { name: 'Try Again' }));
    await ready();
    expect(provider.secrets.at(-1)).toBe(again.clientSecret);
    await user.click(await payButton());
    await toastOf('Thank You!');
  });

  it('thanks even if our server is unreachable, but not for a payment that is still processing', async () => {
    reply(createPaymentIntent, BEGUN);
    replyError(refreshDonation, 503, { code: 'payment-provider-away', message: 'Away' });
    const { user } = await openCheckout();
    await ready();
    await user.click(await payButton());
    await toastOf('Thank You!');
    await user.click(screen.getByRole('tab', { name: 'Payment' }));
    provider.confirm = async () => ({ paymentIntent: { status: 'processing' } });
    await ready();
    await user.click(await payButton());
    expect(await toastOf('Payment on its way')).toContain('Your bank is working on it');
  });

  it('is marked as a test with test keys', async () => {
    reply(createPaymentIntent, BEGUN);
    await openCheckout({ payments: { publishableKey: 'pk_test_1' } });
    expect(await screen.findByText('Test mode')).toBeTruthy();
  });
});

describe('a payment that cannot begin', () => {
  it('says so, keeps the choice, and starts again', async () => {
    replyError(createPaymentIntent, 503, AWAY);
    const { user } = await openCheckout();
    expect(await toastOf('Payment Error')).toBe(
      'Payment Error Failed to initialize payment. Please try again.',
    );
    const panel = within(await screen.findByRole('region', { name: 'Payment Setup Failed' }));
    reply(createPaymentIntent, BEGUN);
    await user.click(panel.getByRole('button', { name: 'Try Again' }));
    await ready();
    expect(screen.queryByRole('region', { name: 'Payment Setup Failed' })).toBeNull();
  });

  it('is another donation where the first is finished', async () => {
    replyError(createPaymentIntent, 409, { code: 'donation-finished', message: 'Finished' });
    const { user } = await openCheckout();
    const panel = within(await screen.findByRole('region', { name: 'Payment Setup Failed' }));
    const begun = reply(createPaymentIntent, BEGUN);
    await user.click(panel.getByRole('button', { name: 'Try Again' }));
    await ready();
    expect(begun).toHaveLength(1);
  });

  it('explains that there were too many attempts', async () => {
    replyError(createPaymentIntent, 429, { code: 'too-many', message: 'That’s a lot at once.' });
    await openCheckout();
    expect(await toastOf('Payment Error')).toContain('lot at once');
  });
});

describe('back from the bank', () => {
  const AT = `/donate?step=history&donation=${ID}&payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=x`;

  it.each([
    ['succeeded', 'Thank You!'],
    ['failed', 'Payment Error'],
    ['requires_action', 'Payment Error'],
    ['pending', 'Payment on its way'],
  ] as const)('%s is told, and the address keeps nothing of the provider', async (status, title) => {
    reply(refreshDonation, aDonation({ id: ID, status }));
    const { location } = renderDonate({ at: AT, community: TAKES_CARDS });
    await toastOf(title);
    expect(location.history.at(-1)).toBe('/donate?step=history');
  });

  it('says so if the outcome cannot be loaded', async () => {
    replyError(refreshDonation, 503, { code: 'payment-provider-away', message: 'Away' });
    renderDonate({ at: AT, community: TAKES_CARDS });
    expect(await toastOf("We couldn't check your payment")).toContain('before you try again');
  });
});

describe('the page', () => {
  const openAndLeave = async (community: object) => {
    const { unmount, queryClient } = renderDonate({ community });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    unmount();
  };

  it('is loaded at its own address, which alone lets the provider in', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const loadedFrom = vi.spyOn(performance, 'getEntriesByType');
    const entry = (path: string) => [{ name: `https://food.example${path}` }] as PerformanceEntryList;
    loadedFrom.mockReturnValue(entry('/donate?step=history'));
    await openAndLeave(TAKES_CARDS);
    loadedFrom.mockReturnValue(entry('/volunteer'));
    await openAndLeave({});
    expect(reload).not.toHaveBeenCalled();
    await openAndLeave(TAKES_CARDS);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('leaves the provider’s script behind', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const script = document.createElement('script');
    script.type = 'text/plain';
    script.src = 'https://js.stripe.com/basil/stripe.js';
    document.head.append(script);
    await openAndLeave(TAKES_CARDS);
    expect(reload).toHaveBeenCalledOnce();
  });
});
