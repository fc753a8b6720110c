import { type DonateStep, formatAddress, type HomeTab, type ProfileSection } from './address.ts';

type Changes = Parameters<typeof formatAddress>[0];

const home = (changes: Changes): string => `/${formatAddress(changes)}`;

/** The screen at `under` with something over it. */
function over(under: string, changes: Changes): string {
  const [path = '', search = ''] = under.split('?');
  return path + formatAddress(changes, search);
}

export const paths = {
  home: '/',
  landing: '/landing',
  volunteer: '/volunteer',
  closed: '/?closed',
  signIn: '/api/login',
  /** The same page with the form for a new account. */
  signUp: '/api/login?new',
  /** The same, for a volunteer. */
  signUpToHelp: '/api/login?new&as=volunteer',
  signOut: '/api/logout',
  /** A new installation prints it, with a token behind #. */
  setup: '/setup',
  /** Requests a link for a new password; continues to `returnTo` in the end. */
  forgotPassword: (returnTo = '/'): string =>
    `/api/login${formatAddress({ forgot: 'password', returnTo: returnTo === '/' ? null : returnTo })}`,
  /** Public, signed in or not. */
  terms: '/api/login?read=terms',
  privacy: '/api/login?read=privacy',
  tab: (tab: HomeTab): string => home(tab === 'discover' ? {} : { tab }),
  /** A listing over the screen at `under`; closing it leads back there. */
  listing: (id: string, under = '/'): string => over(under, { listing: id }),
  location: (under = '/'): string => over(under, { sheet: 'location' }),
  helpOffer: '/?sheet=helping',
  whoNeedsFood: '/?sheet=needs',
  /** The profile with the form that makes a donor a business. */
  registerBusiness: '/?tab=profile&sheet=business',
  /** The full-size map over the screen at `under`. */
  map: (under = '/'): string => over(under, { map: 'open' }),
  /** A person's card, over the screen at the address with this query. */
  person: (id: string, search = ''): string => `/${formatAddress({ person: id }, search)}`,
  partner: (id: string): string => home({ donor: id }),
  conversation: (id: string): string => home({ tab: 'messages', conversation: id }),
  profileSection: (room: ProfileSection): string =>
    home({ tab: 'profile', ...(room !== 'overview' && { room }) }),
  requests: '/?tab=profile&room=requests',
  /** The same, with the form in which they ask. */
  askForFood: '/?tab=profile&room=requests&ask=1',
  /** The same, filled in from an earlier request. */
  askAgain: (requestId: string): string =>
    home({ tab: 'profile', room: 'requests', ask: '1', request: requestId }),
  emergencies: '/?tab=discover&filter=emergencies',
  emergency: (id: string): string => home({ tab: 'discover', filter: 'emergencies', request: id }),
  help: (requestId: string): string => home({ tab: 'messages', request: requestId }),
  /** The share form for donations, and filled in from an earlier listing of the user. */
  shareInBulk: '/?tab=share&kind=bulk',
  shareAgain: (listingId: string): string => home({ tab: 'share', again: listingId }),
  donate: '/donate',
  donateStep: (step: DonateStep): string => (step === 'amount' ? '/donate' : `/donate?step=${step}`),
  receipt: (donationId: string): string =>
    `/donate${formatAddress({ step: 'history', receipt: donationId })}`,
  claim: (id: string): string => home({ tab: 'profile', claim: id }),
} as const;
