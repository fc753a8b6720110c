/** The home screen's tabs in display order. */
export const HOME_TABS = ['discover', 'share', 'messages', 'profile', 'leaderboard'] as const;
export type HomeTab = (typeof HOME_TABS)[number];

export function isHomeTab(text: string | null): text is HomeTab {
  return HOME_TABS.some((tab) => tab === text);
}

/** The sections of the profile in display order. */
export const PROFILE_SECTIONS = ['overview', 'pickups', 'shares', 'requests', 'settings'] as const;
export type ProfileSection = (typeof PROFILE_SECTIONS)[number];

export function isProfileSection(text: string | null): text is ProfileSection {
  return PROFILE_SECTIONS.some((section) => section === text);
}

/** The steps of a donation in their order. */
export const DONATE_STEPS = ['amount', 'checkout', 'history'] as const;
export type DonateStep = (typeof DONATE_STEPS)[number];

export function isDonateStep(text: string | null): text is DonateStep {
  return DONATE_STEPS.some((step) => step === text);
}

/** All addresses of the product. */
export const paths = {
  home: '/',
  landing: '/landing',
  volunteer: '/volunteer',
  /** The landing page after an account was closed. */
  closed: '/?closed',
  signIn: '/api/login',
  /** The same page with the form for a new account. */
  signUp: '/api/login?new',
  /** The same, for a volunteer. */
  signUpToHelp: '/api/login?new&as=volunteer',
  signOut: '/api/logout',
  /** Requests a link for a new password; continues to `returnTo` in the end. */
  forgotPassword: (returnTo = '/'): string =>
    returnTo === '/'
      ? '/api/login?forgot=password'
      : `/api/login?forgot=password&returnTo=${encodeURIComponent(returnTo)}`,
  /** Public, signed in or not. */
  terms: '/api/login?read=terms',
  privacy: '/api/login?read=privacy',
  tab: (tab: HomeTab): string => (tab === 'discover' ? '/' : `/?tab=${tab}`),
  /** A listing over the screen at `under`; closing it leads back there. */
  listing: (id: string, under = '/'): string =>
    `${under}${under.includes('?') ? '&' : '?'}listing=${encodeURIComponent(id)}`,
  /** The sheet that sets the person's location, over the screen at `under`. */
  location: (under = '/'): string => `${under}${under.includes('?') ? '&' : '?'}sheet=location`,
  /** The sheet that asks when, where and how the person can help. */
  helpOffer: '/?sheet=helping',
  /** The full-size map over the screen at `under`. */
  map: (under = '/'): string => `${under}${under.includes('?') ? '&' : '?'}map=open`,
  /** A person's card over the screen at the address with these parameters. */
  person: (id: string, under: URLSearchParams): string => {
    const search = new URLSearchParams(under);
    search.set('person', id);
    return `/?${search.toString()}`;
  },
  /** One giver's food. */
  partner: (id: string): string => `/?donor=${encodeURIComponent(id)}`,
  conversation: (id: string): string => `/?tab=messages&conversation=${encodeURIComponent(id)}`,
  profileSection: (section: ProfileSection): string =>
    section === 'overview' ? '/?tab=profile' : `/?tab=profile&room=${section}`,
  /** The user's own requests for food. */
  requests: '/?tab=profile&room=requests',
  /** The same, with the form in which they ask. */
  askForFood: '/?tab=profile&room=requests&ask=1',
  /** Requests for food near the user. */
  emergencies: '/?tab=discover&filter=emergencies',
  /** The same, with this request highlighted. */
  emergency: (id: string): string => `/?tab=discover&filter=emergencies&request=${encodeURIComponent(id)}`,
  /** The conversation about a request for food. */
  help: (requestId: string): string => `/?tab=messages&request=${encodeURIComponent(requestId)}`,
  donate: '/donate',
  donateStep: (step: DonateStep): string => (step === 'amount' ? '/donate' : `/donate?step=${step}`),
  receipt: (donationId: string): string => `/donate?step=history&receipt=${encodeURIComponent(donationId)}`,
  claim: (id: string): string => `/?tab=profile&claim=${encodeURIComponent(id)}`,
} as const;
