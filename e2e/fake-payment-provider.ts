import type { Page } from '@playwright/test';

/** The provider's script, and the frame of its fields. */
const SCRIPT = 'https://js.stripe.com/**';
const API = 'https://api.stripe.com/**';

/**
 * A small fake of the provider's browser script. It has what the real packages call, draws one field for a card number
 * in the page, and asks the provider's API for everything else, as the real one does.
 */
function fakeStripe(): void {
  const api = async (path: string, form: Record<string, string> | null) => {
    const response = await fetch(`https://api.stripe.com/v1/${path}`, {
      method: form ? 'POST' : 'GET',
      ...(form && { body: new URLSearchParams(form) }),
    });
    return response.json();
  };
  const listeners = new Map<string, ((event: unknown) => void)[]>();
  const say = (name: string, event: unknown = {}) => {
    for (const listener of listeners.get(name) ?? []) listener(event);
  };
  const field = document.createElement('input');
  const element = {
    on(name: string, listener: (event: unknown) => void) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      return element;
    },
    off: () => element,
    once: () => element,
    mount(at: string | HTMLElement) {
      const place = typeof at === 'string' ? document.querySelector(at) : at;
      const label = document.createElement('label');
      label.append('Card number', field);
      label.className = 'flex flex-col gap-1 font-semibold';
      field.className = 'min-h-12 rounded-control border border-control bg-surface px-3 font-normal';
      field.inputMode = 'numeric';
      place?.append(label);
      setTimeout(() => say('ready', { elementType: 'payment' }));
    },
    unmount: () => field.parentElement?.remove(),
    destroy: () => field.parentElement?.remove(),
    update: () => {},
    blur: () => {},
    clear: () => {},
    focus: () => field.focus(),
    collapse: () => {},
  };
  const CARDS: Record<string, string> = {
    '4000000000000002': 'pm_card_chargeDeclined',
    '4242424242424242': 'pm_card_visa',
  };
  const Stripe = () => {
    let secret = '';
    const elements = {
      create: () => element,
      getElement: () => null,
      update: () => {},
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
      on: () => elements,
    };
    const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
    return {
      elements(options: { clientSecret: string }) {
        secret = options.clientSecret;
        return elements;
      },
      createToken: async () => ({}),
      createPaymentMethod: async () => ({}),
      confirmCardPayment: async () => ({}),
      _registerWrapper: () => {},
      registerAppInfo: () => {},
      async retrievePaymentIntent(clientSecret: string) {
        return { paymentIntent: await api(`payment_intents/${idOf(clientSecret)}`, null) };
      },
      async confirmPayment() {
        const card = CARDS[field.value.replaceAll(' ', '')];
        if (!card) return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } };
        let intent;
        try {
          intent = await api(`payment_intents/${idOf(secret)}/confirm`, { payment_method: card });
        } catch {
          return { error: { type: 'api_connection_error', message: 'Failed to fetch' } };
        }
        if (intent.error) return { error: intent.error };
        if (intent.last_payment_error)
          return { error: { ...intent.last_payment_error, payment_intent: intent } };
        return { paymentIntent: intent };
      },
    };
  };
  Object.assign(Stripe, { version: 'basil' });
  Object.assign(window, { Stripe });
}

/** Replaces the provider at the network's edge: its script by the fake, its API by `apiAddress`. */
export async function replaceProviderScript(page: Page, apiAddress: string): Promise<void> {
  await page.route(SCRIPT, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${fakeStripe.toString()})()` }),
  );
  await page.route(API, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const response = await fetch(`${apiAddress}${pathname}${search}`, {
      method: request.method(),
      headers: { authorization: 'Bearer sk_test_standin' },
      ...(request.postData() !== null && { body: request.postData() }),
    });
    await route.fulfill({
      // a browser logs any other status to its console
      status: 200,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: await response.text(),
    });
  });
}
