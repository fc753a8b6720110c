import { ALLERGENS, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { CATEGORIES, FRESHNESS_FILTERS, VISIT_TIMES } from '@openlarder/domain/listings/listing-fields.ts';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The home screen's tabs in display order. */
export const HOME_TABS = ['discover', 'share', 'messages', 'profile', 'leaderboard'] as const;
export type HomeTab = (typeof HOME_TABS)[number];

/** The sections of the profile in display order. */
export const PROFILE_SECTIONS = ['overview', 'pickups', 'shares', 'requests', 'settings'] as const;
export type ProfileSection = (typeof PROFILE_SECTIONS)[number];

/** The steps of a donation in their order. */
export const DONATE_STEPS = ['amount', 'checkout', 'history'] as const;
export type DonateStep = (typeof DONATE_STEPS)[number];

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;
/** What a link in a sentence has taken along of it. */
const BEHIND = /[^\p{L}\p{N}]+$/u;

/** Reads parameters; null is one that is missing or says nothing known. */
function reader(search: string) {
  // as some pages and mails write out a link
  const given = new URLSearchParams(search.replaceAll('&amp;', '&'));
  const text = (name: string): string | null => given.get(name);
  /** A value of ours, without the punctuation behind it. */
  const own = (name: string): string | null => text(name)?.replace(BEHIND, '') ?? null;
  const oneOf = <T extends string>(name: string, known: readonly T[]): T | null =>
    known.find((one) => one === own(name)) ?? null;
  const someOf = <T extends string>(name: string, known: readonly T[]): readonly T[] =>
    known.filter((one) => given.getAll(name).includes(one));
  /** A link in a sentence may have taken its punctuation along, and one in a mail its encoding: no parts of an id. */
  const id = (name: string): string | null => ID.exec(text(name) ?? '')?.[0] ?? text(name);
  return { text, own, oneOf, someOf, id };
}

/** What names another screen, or something over one. */
function readScreen(search: string) {
  const { own, oneOf, id } = reader(search);
  return {
    tab: oneOf('tab', HOME_TABS) ?? 'discover',
    room: oneOf('room', PROFILE_SECTIONS) ?? 'overview',
    filter: oneOf('filter', ['emergencies']),
    sheet: own('sheet'),
    conversation: id('conversation'),
    request: id('request'),
    listing: id('listing'),
    person: id('person'),
    claim: id('claim'),
    map: own('map'),
  };
}

/** What narrows the feed, and what fills in the share form or opens that for a request. */
function readContent(search: string) {
  const { text, own, oneOf, someOf, id } = reader(search);
  return {
    q: text('q'),
    freshness: oneOf('freshness', FRESHNESS_FILTERS),
    when: oneOf('when', VISIT_TIMES),
    category: oneOf('category', CATEGORIES),
    diet: someOf('diet', DIETS),
    without: someOf('without', ALLERGENS),
    within: text('within'),
    area: text('area'),
    donor: id('donor'),
    order: oneOf('order', ['nearest']),
    kind: oneOf('kind', ['individual', 'bulk']),
    again: id('again'),
    ask: own('ask'),
    /** The token of an organizer's personal invitation. */
    invitation: /^[\w-]+/.exec(text('invitation') ?? '')?.[0] ?? null,
  };
}

/** Of the pages on which people donate and sign in. `payment_intent` is the payment provider's. */
function readPage(search: string) {
  const { text, oneOf, id } = reader(search);
  return {
    step: oneOf('step', DONATE_STEPS) ?? 'amount',
    receipt: id('receipt'),
    donation: id('donation'),
    payment_intent: text('payment_intent'),
    returnTo: text('returnTo'),
    as: oneOf('as', ['volunteer']),
    read: oneOf('read', ['terms', 'privacy']),
    forgot: text('forgot'),
    new: text('new'),
    /** The session has ended, not by the person here. */
    ended: text('ended'),
    closed: text('closed'),
  };
}

/** Every parameter of the app's addresses, except for those of mailed links (`screens/sign-in/mailed-link.ts`). */
export const readAddress = (search: string) => ({
  ...readScreen(search),
  ...readContent(search),
  ...readPage(search),
});
export type Address = Readonly<ReturnType<typeof readAddress>>;

type Changes = { readonly [Name in keyof Address]?: Address[Name] | string | null };

/** `?tab=share&kind=bulk`: the changes over the parameters of `under`; null removes one. */
export function formatAddress(changes: Changes, under = ''): string {
  const next = new URLSearchParams(under);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const one of [value].flat()) if (one !== null && one !== undefined) next.append(name, one);
  }
  const query = next.toString();
  return query === '' ? '' : `?${query}`;
}

/** The parameters of the current address, and a function that changes some of them and keeps the others. */
export function useAddress() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const address: Address = useMemo(() => readAddress(search), [search]);
  const change = (changes: Changes, options: { readonly replace: boolean; readonly state?: object | null }) =>
    navigate(path + formatAddress(changes, search), options);
  return [address, change] as const;
}

/** How many questions of asking for food have entries of their own in the browser's history. */
export function questionsPassed(): number {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('questions' in state)) return 0;
  return typeof state.questions === 'number' ? state.questions : 0;
}

/** Names the screen in an address; a changed search or area of the map is the same one. */
export const screenOf = (search: string): string => Object.values(readScreen(search)).join('\n');

const OF_HOME = Object.keys({ ...readScreen(''), ...readContent('') });
/** Whether an address says anything of the signed-in home: a shared or mailed link. */
export const isOfHome = (search: string): boolean =>
  [...new URLSearchParams(search).keys()].some((name) => OF_HOME.includes(name));
