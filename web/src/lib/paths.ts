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
  signIn: '/api/login',
  signOut: '/api/logout',
  tab: (tab: HomeTab): string => (tab === 'discover' ? '/' : `/?tab=${tab}`),
  /** A listing over what is at `under`, so that putting it away leads back there unmoved. */
  listing: (id: string, under = '/'): string =>
    `${under}${under.includes('?') ? '&' : '?'}listing=${encodeURIComponent(id)}`,
  conversation: (id: string): string => `/?tab=messages&conversation=${encodeURIComponent(id)}`,
  claim: (id: string): string => `/?tab=profile&claim=${encodeURIComponent(id)}`,
} as const;
