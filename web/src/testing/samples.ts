import type { Claim, ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import type { RequestLimits, EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
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

const ANA = {
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
  closingTime: null,
  sharePlaceAtOnce: null,
  ...said,
});

/** June's open claim on all of a listing of Ana's, as June sees it. */
export const aClaim = (said: Partial<Claim> = {}, listing: Partial<Claim['listing']> = {}): Claim => ({
  id: anId(),
  status: 'open',
  servings: 4,
  side: 'claimer',
  donor: ANA,
  claimer: JUNE,
  conversationId: anId(),
  createdAt: hoursFromNow(0),
  endedAt: null,
  donorConfirmedAt: null,
  claimerConfirmedAt: null,
  completedBy: null,
  endedBy: null,
  releaseReason: null,
  comingAt: null,
  disputedAt: null,
  disputedBy: null,
  code: '4821',
  codeLocked: false,
  emergencyRequestId: null,
  ...said,
  listing: {
    id: anId(),
    title: 'Sourdough loaves',
    category: 'bakery_items',
    status: 'claimed',
    availableFrom: hoursFromNow(-1),
    availableUntil: hoursFromNow(8),
    photo: null,
    pickupLocation: 'Clinton',
    pickupInstructions: null,
    contactPhone: null,
    latitude: 40.76,
    longitude: -73.99,
    placeShared: false,
    placeIsPublic: false,
    ...listing,
  },
});

/** No claims and no missed pickups. */
export const someLimits = (said: Partial<ClaimLimits> = {}): ClaimLimits => ({
  openClaims: 0,
  maxOpenClaims: 3,
  claimsInLastDay: 0,
  maxClaimsPerDay: 10,
  noShows: 0,
  noShowsEaseAt: null,
  ...said,
});

/** June's conversation with Ana about bread. */
export const aConversation = (said: Partial<Conversation> = {}): Conversation => ({
  id: anId(),
  otherUser: {
    id: ANA_ID,
    firstName: 'Ana',
    lastName: 'R.',
    displayName: 'Ana R.',
    initials: 'AR',
    email: null,
  },
  foodListing: { id: anId(), title: 'Sourdough loaves' },
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
  pickupLocation: '500 W 52nd St',
  meetingPoint: null,
  latitude: 40.766,
  longitude: -73.993,
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
  requester: { id: ME_ID, firstName: 'June', lastName: 'Okafor' },
  side: 'requester',
  match: null,
  ...said,
});

/** The same request once Ana helps with it, without a listing. */
export const aMatchedRequest = (
  said: Partial<EmergencyRequest> = {},
  match: Partial<NonNullable<EmergencyRequest['match']>> = {},
): EmergencyRequest =>
  aRequest({
    status: 'matched',
    matchedAt: hoursFromNow(0),
    match: {
      helper: ANA,
      conversationId: anId(),
      listingId: null,
      claimId: null,
      matchedAt: hoursFromNow(0),
      silentAt: hoursFromNow(2),
      requesterConfirmedAt: null,
      helperConfirmedAt: null,
      code: '4821',
      codeLocked: false,
      ...match,
    },
    ...said,
  });

/** No requests yet, in a place with one help line. */
export const someRequestLimits = (said: Partial<RequestLimits> = {}): RequestLimits => ({
  openRequestId: null,
  requestsInLastDay: 0,
  maxRequestsPerDay: 3,
  nextAt: null,
  pausedUntil: null,
  helpLines: [{ name: '211', phone: '211', url: 'https://www.211.org', note: 'At any time.' }],
  ...said,
});
