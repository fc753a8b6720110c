import type { UserStats } from '@openlarder/domain/recognition/recognition-contract.ts';
import { levelOf, titleOfLevel } from '@openlarder/domain/recognition/levels.ts';
import { NO_STANDING } from '@openlarder/domain/accounts/standing.ts';
import type { Claim, ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import type { RequestLimits, EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Conversation, Message } from '@openlarder/domain/messaging/message-contract.ts';

/* Complete server replies, each new one with its own id; a test overrides what it is about. */

let made = 0;
/** An id unique in this run. */
export function anId(): string {
  made += 1;
  return `01990000-0000-7000-8000-${made.toString(16).padStart(12, '0')}`;
}

/** An ISO instant this many hours from now. */
export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

export const ME_ID = anId();
export const ANA_ID = anId();

export const ANA = {
  id: ANA_ID,
  displayName: 'Ana R.',
  initials: 'AR',
  userType: 'donor',
  organizationName: null,
} as const;
const JUNE = {
  id: ME_ID,
  displayName: 'June O.',
  initials: 'JO',
  userType: 'recipient',
  organizationName: null,
} as const;

type Person = Handover['giver'];
/** As a handover names its two people. */
const byFirstName = (person: Person): Person => ({
  ...person,
  displayName: person.displayName.replace(/ .*/, ''),
});

/** Ana's bread, posted and fresh, four servings. */
export const aListing = (said: Partial<Listing> = {}): Listing => ({
  id: anId(),
  title: 'Sourdough loaves',
  description: 'Baked this morning.',
  category: 'bakery_items',
  status: 'posted',
  donorId: ANA_ID,
  donor: ANA,
  pickupLocation: 'Clinton',
  pickupInstructions: null,
  contactPhone: null,
  latitude: 40.76,
  longitude: -73.99,
  placeShared: false,
  placeIsPublic: false,
  distanceKm: 0.4,
  availableFrom: hoursFromNow(-1),
  availableUntil: hoursFromNow(8),
  bestByDate: hoursFromNow(72),
  expiryDate: hoursFromNow(96),
  dateKind: 'best_before',
  allergens: null,
  diets: [],
  createdAt: hoursFromNow(-1),
  imageUrls: [],
  photos: [],
  estimatedServings: 4,
  servingsLeft: 4,
  urgencyLevel: 'low',
  isBulk: false,
  mayGoToOne: false,
  countedAs: null,
  closingTime: null,
  sharePlaceAtOnce: null,
  ...said,
});

/** An open handover of bread from Ana to June, as June sees it. */
export const aHandover = (said: Partial<Handover> = {}): Handover => ({
  id: anId(),
  status: 'open',
  side: 'receiver',
  conversationId: anId(),
  claimId: anId(),
  listingId: anId(),
  emergencyRequestId: null,
  title: 'Sourdough loaves',
  createdAt: hoursFromNow(0),
  endedAt: null,
  windowFrom: hoursFromNow(-1),
  windowUntil: hoursFromNow(8),
  offeredUntil: hoursFromNow(8),
  agreedTime: null,
  agreedAt: null,
  proposal: null,
  askedAt: null,
  giverOnMyWayAt: null,
  receiverOnMyWayAt: null,
  comingAt: null,
  giverConfirmedAt: null,
  receiverConfirmedAt: null,
  completedBy: null,
  endedBy: null,
  releaseReason: null,
  disputedAt: null,
  disputedBy: null,
  code: said.side === 'giver' || said.endedAt ? null : '4821',
  thankedAt: null,
  receiverNamed: !said.emergencyRequestId,
  servings: 1,
  servingsSaid: null,
  countedAs: null,
  codeLocked: false,
  ownPlace: said.side === 'giver' ? 'hidden' : 'none',
  placeKnown: true,
  ...said,
  giver: byFirstName(said.giver ?? ANA),
  receiver: byFirstName(said.receiver ?? JUNE),
});

/** June's open claim on all of a listing of Ana's, as June sees it. */
export function aClaim(
  said: Partial<Omit<Claim, 'handover' | 'listing'>> = {},
  listing: Partial<Claim['listing']> = {},
  handover: Partial<Handover> = {},
): Claim {
  const claim = {
    id: anId(),
    status: 'open',
    servings: 4,
    side: 'claimer',
    donor: ANA,
    claimer: JUNE,
    conversationId: anId(),
    createdAt: hoursFromNow(0),
    endedAt: null,
    emergencyRequestId: null,
    ...said,
    listing: {
      id: anId(),
      title: 'Sourdough loaves',
      category: 'bakery_items',
      status: 'claimed',
      estimatedServings: 4,
      availableFrom: hoursFromNow(-1),
      availableUntil: hoursFromNow(8),
      photo: null,
      allergens: [],
      pickupLocation: 'Clinton',
      pickupInstructions: null,
      contactPhone: null,
      latitude: 40.76,
      longitude: -73.99,
      placeShared: false,
      placeIsPublic: false,
      ...listing,
    },
  } satisfies Omit<Claim, 'handover'>;
  const isDonor = claim.side === 'donor';
  return {
    ...claim,
    handover: aHandover({
      status: claim.status,
      side: isDonor ? 'giver' : 'receiver',
      giver: claim.donor,
      receiver: claim.claimer,
      conversationId: claim.conversationId,
      claimId: claim.id,
      listingId: claim.listing.id,
      emergencyRequestId: claim.emergencyRequestId,
      title: claim.listing.title,
      servings: claim.servings,
      createdAt: claim.createdAt,
      endedAt: claim.endedAt,
      windowFrom: claim.listing.availableFrom,
      windowUntil: claim.listing.availableUntil,
      ...(isDonor && { ownPlace: claim.listing.placeShared ? 'revealed' : 'hidden' }),
      ...handover,
    }),
  };
}

/** No claims and no missed pickups. */
export const someLimits = (said: Partial<ClaimLimits> = {}): ClaimLimits => ({
  openClaims: 0,
  maxOpenClaims: 3,
  claimsInLastDay: 0,
  maxClaimsPerDay: 10,
  slowedUntil: null,
  bulk: null,
  ...said,
});

/** June's conversation with Ana about bread. */
export const aConversation = (said: Partial<Conversation> = {}): Conversation => ({
  id: anId(),
  otherUser: {
    id: ANA_ID,
    isAnonymous: false,
    firstName: 'Ana',
    lastName: 'R.',
    displayName: 'Ana R.',
    initials: 'AR',
    organizationName: null,
    standing: NO_STANDING,
    email: null,
  },
  foodListing: { id: anId(), title: 'Sourdough loaves', category: 'bakery_items', photo: null },
  emergencyRequest: null,
  updatedAt: hoursFromNow(0),
  lastMessage: null,
  unreadCount: 0,
  otherReadAt: hoursFromNow(-1),
  readOnly: false,
  ...said,
});

/** A message of Ana's. */
export const aMessage = (said: Partial<Message> = {}): Message => ({
  id: anId(),
  conversationId: anId(),
  senderId: ANA_ID,
  content: 'See you at six.',
  event: null,
  note: null,
  eventTime: null,
  photo: null,
  createdAt: hoursFromNow(0),
  ...said,
});

/** June's request for dinner, open to donors, as June sees it. */
export const aRequest = (said: Partial<EmergencyRequest> = {}): EmergencyRequest => ({
  id: anId(),
  title: 'Dinner for my children',
  description: '',
  urgencyLevel: 'emergency',
  householdSize: 3,
  specialNeeds: '',
  dietaryRestrictions: [],
  preferredCategories: [],
  pickupLocation: 'Hell’s Kitchen',
  area: { label: 'Hell’s Kitchen', bounds: [{ north: 40.78, south: 40.75, east: -73.98, west: -74.01 }] },
  meetingPoint: null,
  latitude: null,
  longitude: null,
  placeShared: false,
  radiusKm: 10,
  distanceKm: null,
  withinReach: false,
  status: 'pending',
  createdAt: hoursFromNow(-1),
  expiresAt: hoursFromNow(23),
  matchedAt: null,
  fulfilledAt: null,
  endedAt: null,
  alertedAt: null,
  showsFirstName: false,
  requester: { id: ME_ID, firstName: 'June', lastName: 'Okafor' },
  side: 'requester',
  earlierHelp: null,
  waitingHelpers: [],
  helperLeft: null,
  usualWaitHours: null,
  match: null,
  ...said,
});

/** The same request once Ana helps with it, without a listing. The helper sees it as June's help for Ana. */
export function aMatchedRequest(
  said: Partial<EmergencyRequest> = {},
  match: Partial<Omit<NonNullable<EmergencyRequest['match']>, 'handover'>> = {},
  handover: Partial<Handover> = {},
): EmergencyRequest {
  const request = aRequest({ status: 'matched', matchedAt: hoursFromNow(0), ...said });
  const isHelper = request.side === 'helper';
  const conversationId = match.conversationId ?? anId();
  return {
    ...request,
    match: {
      helper: isHelper ? JUNE : ANA,
      conversationId,
      matchedAt: hoursFromNow(0),
      silentAt: hoursFromNow(0.3),
      needs: 'words',
      ...match,
      handover: aHandover({
        side: isHelper ? 'giver' : 'receiver',
        giver: isHelper ? JUNE : ANA,
        receiver: isHelper ? ANA : JUNE,
        conversationId,
        claimId: null,
        listingId: null,
        emergencyRequestId: request.id,
        title: request.title,
        windowFrom: hoursFromNow(0),
        windowUntil: request.expiresAt,
        ownPlace: isHelper ? 'none' : request.placeShared ? 'revealed' : 'hidden',
        ...handover,
      }),
    },
  };
}

/** No requests yet, in a place with one help line. */
export const someRequestLimits = (said: Partial<RequestLimits> = {}): RequestLimits => ({
  openRequestId: null,
  requestsInLastDay: 0,
  maxRequestsPerDay: 3,
  nextAt: null,
  slowedUntil: null,
  helpLines: [{ name: '211', phone: '211', url: 'https://www.211.org', note: 'At any time.' }],
  ...said,
});

/** The figures of a person with so many points, without a rank. */
export const someStats = (totalPoints = 0, said: Partial<UserStats> = {}): UserStats => ({
  level: levelOf(totalPoints),
  totalPoints,
  badgeCount: 0,
  title: titleOfLevel(levelOf(totalPoints)),
  currentRank: 0,
  monthPoints: totalPoints,
  allTimeRank: 0,
  ...said,
});
