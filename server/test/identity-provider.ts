import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';
import { afterAll } from 'vitest';

/** Its redirect target: the callback of the app in tests. */
const CALLBACK = 'http://food.example/api/auth/oauth2/callback/oidc';

export type TestProvider = {
  readonly issuer: string;
  /** The settings of an app that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** Its claims about people, by their name there. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** Follows the app's redirect, signs in as `person`, and returns where the browser is sent back to. */
  signIn(url: string, person: string): Promise<string>;
  close(): Promise<void>;
};

/** A real identity provider on a port of its own, closed after the last test; its page signs in anyone. */
export async function openProvider(over: Configuration = {}): Promise<TestProvider> {
  const people: TestProvider['people'] = new Map();
  let handle = (_request: IncomingMessage, response: ServerResponse): void => void response.end();
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { client_id: 'larder', client_secret: 'a secret & more: of the client' };
  const provider: Provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [CALLBACK] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
    },
    cookies: { keys: ['signs the cookies of the provider'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.get(sub) }),
    }),
    // everyone has consented to share name and address
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...over,
  });
  const answer = provider.callback();
  handle = (request, response) => {
    const person = new URL(request.url ?? '', issuer).searchParams.get('as');
    if (!request.url?.startsWith('/interaction/')) void answer(request, response);
    else if (person === null) response.end('Who are you?');
    else if (person === '') void provider.interactionFinished(request, response, { error: 'access_denied' });
    else void provider.interactionFinished(request, response, { login: { accountId: person } });
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  afterAll(() => (server.listening ? close() : undefined));

  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Town Hall',
    },
    people,
    close,
    async signIn(url, person) {
      const jar = new Map<string, string>();
      let at = new URL(url);
      for (let steps = 0; steps < 10; steps++) {
        if (at.origin !== issuer) return at.href;
        const response = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        const location = response.headers.get('location');
        if (location) at = new URL(location, at);
        else if (at.pathname.startsWith('/interaction/')) at = new URL(`${at.pathname}?as=${person}`, at);
        else throw new Error(`the provider stopped at ${at.href}: ${await response.text()}`);
      }
      throw new Error('the provider sends in a circle');
    },
  };
}
