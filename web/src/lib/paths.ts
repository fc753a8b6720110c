/** The home screen's tabs, in the order they stand. */
export const HOME_TABS = ['discover', 'share', 'messages', 'profile'] as const;
export type HomeTab = (typeof HOME_TABS)[number];

export function isHomeTab(text: string | null): text is HomeTab {
  return HOME_TABS.some((tab) => tab === text);
}

/** Every address inside the product, in one place. */
export const paths = {
  home: '/',
  landing: '/landing',
  /** The first page, for who has just closed their account. */
  closed: '/?closed',
  signIn: '/api/login',
  signOut: '/api/logout',
  /** Who forgot the password asks for a link to a new one, and goes on to `returnTo` in the end. */
  forgotPassword: (returnTo = '/'): string =>
    returnTo === '/'
      ? '/api/login?forgot=password'
      : `/api/login?forgot=password&returnTo=${encodeURIComponent(returnTo)}`,
  /** Open to everybody, signed in or not. */
  terms: '/api/login?read=terms',
  privacy: '/api/login?read=privacy',
  tab: (tab: HomeTab): string => (tab === 'discover' ? '/' : `/?tab=${tab}`),
  /** A listing over what is at `under`, so that putting it away leads back there unmoved. */
  listing: (id: string, under = '/'): string =>
    `${under}${under.includes('?') ? '&' : '?'}listing=${encodeURIComponent(id)}`,
  /** The map at full size over what is at `under`. */
  map: (under = '/'): string => `${under}${under.includes('?') ? '&' : '?'}map=open`,
  /** Somebody's card over what is at the address with these parameters. */
  person: (id: string, under: URLSearchParams): string => {
    const search = new URLSearchParams(under);
    search.set('person', id);
    return `/?${search.toString()}`;
  },
  conversation: (id: string): string => `/?tab=messages&conversation=${encodeURIComponent(id)}`,
  /** What I have asked the community for. */
  requests: '/?tab=profile#requests',
  /** What others near me ask for. */
  emergencies: '/?tab=discover&filter=emergencies',
  /** The same, with this request among it. */
  emergency: (id: string): string => `/?tab=discover&filter=emergencies&request=${encodeURIComponent(id)}`,
  /** What I and the other of a request for food write to each other. */
  help: (requestId: string): string => `/?tab=messages&request=${encodeURIComponent(requestId)}`,
  claim: (id: string): string => `/?tab=profile&claim=${encodeURIComponent(id)}`,
} as const;
