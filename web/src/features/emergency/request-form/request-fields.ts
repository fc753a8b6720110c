import { t } from '@lingui/core/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { MIN_HOUSEHOLD } from '@openlarder/domain/accounts/account-fields.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { DEFAULT_REQUEST_RADIUS_KM } from '@openlarder/domain/emergency/request-fields.ts';
import {
  type createRequestBody,
  requestUrgencySchema,
} from '@openlarder/domain/emergency/request-schemas.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import type { TileTitle } from '@openlarder/domain/kernel/tile-title-texts.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { categorySchema } from '@openlarder/domain/listings/listing-schemas.ts';
import * as z from 'zod/mini';
import { createDraft, type Draft } from '#web/lib/draft.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { shownTitle, wordTileTitle } from '#web/lib/tile-title.ts';
import type { RequestAddress } from '../request-address.ts';

type RequestValues = Omit<z.input<typeof createRequestBody>, 'expiresAt'>;
type MayBeUnsaid = 'latitude' | 'longitude';
/** The form's values: those of the request body, complete except for an unknown map position. */
export type RequestFields = {
  [Name in Exclude<keyof RequestValues, MayBeUnsaid>]-?: Exclude<RequestValues[Name], undefined>;
} & Partial<Pick<RequestValues, MayBeUnsaid>> & {
    /** Whether `householdSize` is known from the person, in the form or in their profile. It is not sent. */
    isCounted: boolean;
  };

/** The fields from top to bottom: the first one with an error gets the focus. */
export const REQUEST_FIELDS = [
  'title',
  'urgencyLevel',
  'householdSize',
  'description',
  'dietaryRestrictions',
  'specialNeeds',
  'preferredCategories',
  'pickupLocation',
  'latitude',
  'longitude',
  'meetingPoint',
  'radiusKm',
  'showsFirstName',
] as const satisfies readonly (keyof RequestFields)[];

type SavedPlace = Pick<User, 'location' | 'latitude' | 'longitude'>;

export function defaultFields(place: SavedPlace & Partial<Pick<User, 'householdSize'>>): RequestFields {
  return {
    title: '',
    description: '',
    // the milder one, until the person says that they have nothing
    urgencyLevel: 'high',
    householdSize: place.householdSize ?? MIN_HOUSEHOLD,
    isCounted: (place.householdSize ?? null) !== null,
    specialNeeds: '',
    dietaryRestrictions: [],
    pickupLocation: place.location ?? '',
    meetingPoint: '',
    radiusKm: DEFAULT_REQUEST_RADIUS_KM,
    preferredCategories: [],
    showsFirstName: false,
    ...(place.latitude !== null &&
      place.longitude !== null && { latitude: place.latitude, longitude: place.longitude }),
  };
}

/**
 * The values of an earlier request, to repeat it. Its meeting point was for that time only, and its place is not
 * stored: it is what this browser remembers of it, else the person's own.
 */
export function fieldsFromRequest(
  request: EmergencyRequest,
  own: SavedPlace,
  kept: RequestAddress | null,
): RequestFields {
  const place =
    kept?.requestId === request.id
      ? { location: kept.address, latitude: kept.latitude, longitude: kept.longitude }
      : own;
  const { title, description, urgencyLevel, householdSize, specialNeeds } = request;
  return {
    ...defaultFields(place),
    title: shownTitle(title),
    description,
    urgencyLevel,
    householdSize,
    isCounted: true,
    specialNeeds,
    dietaryRestrictions: [...request.dietaryRestrictions],
    radiusKm: request.radiusKm,
    preferredCategories: [...request.preferredCategories],
    showsFirstName: request.showsFirstName,
  };
}

/** As long as a request is open. A shared device does not keep it for longer. */
const DRAFT_KEPT_MS = REQUEST_HOURS * HOUR_MS;

const text = z.optional(z.string());
/** Half-filled fields are fine: only the shape is checked, so that the form opens with any draft. */
const draftFields = z.object({
  title: text,
  description: text,
  urgencyLevel: z.optional(requestUrgencySchema),
  householdSize: z.optional(z.number()),
  isCounted: z.optional(z.boolean()),
  specialNeeds: text,
  dietaryRestrictions: z.optional(z.array(z.string())),
  pickupLocation: text,
  meetingPoint: text,
  radiusKm: z.optional(z.number()),
  preferredCategories: z.optional(z.array(categorySchema)),
  latitude: z.optional(z.number()),
  longitude: z.optional(z.number()),
  showsFirstName: z.optional(z.boolean()),
});

/** An attempt to send the form: its idempotency key, and the content it was sent with. */
const sentTry = z.object({ key: z.string(), expiresAt: z.string(), content: z.string() });
export type SentAttempt = z.output<typeof sentTry>;

const requestDraft = z.object({
  fields: draftFields,
  sent: z.nullable(sentTry),
});
type RequestDraft = z.output<typeof requestDraft>;

const NAME = 'request-draft';

export const requestDraftKey = (personId: string): string => personalKey(NAME, personId);

export type RequestDraftStorage = Draft<RequestDraft>;

export const createRequestDraftStorage = (personId: string): RequestDraftStorage =>
  createDraft({
    name: NAME,
    personId,
    parse: (value) => {
      const { success, data } = z.safeParse(requestDraft, value);
      return success ? data : null;
    },
    keptMs: DRAFT_KEPT_MS,
  });

export function toRequestDraft(fields: RequestFields, sent: SentAttempt | null): RequestDraft {
  // An emptied number field is NaN, which JSON cannot hold: it starts with its default again.
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => !Number.isNaN(value)));
  return { fields: filled, sent };
}

export type RequestTile = {
  /** Also the name of its title, as neighbors read it. */
  readonly name: TileTitle;
  /** Short, on the tile. */
  readonly label: () => string;
  /** What the request would like; empty for any food. */
  readonly categories: readonly Category[];
  /** What its picture shows, and the category of that food. */
  readonly picture: { readonly title: string; readonly category: Category };
};

/** What would help most, in the order that they are offered. Each stands for a title and categories of a request. */
export const REQUEST_TILES: readonly RequestTile[] = [
  {
    name: 'meal',
    label: () => t`A warm meal`,
    categories: ['prepared_meals'],
    picture: { title: '', category: 'prepared_meals' },
  },
  {
    name: 'bread',
    label: () => t`Bread & basics`,
    categories: ['bakery_items', 'pantry_staples'],
    picture: { title: '', category: 'bakery_items' },
  },
  {
    name: 'produce',
    label: () => t`Fruit & veg`,
    categories: ['fruits_vegetables'],
    picture: { title: '', category: 'fruits_vegetables' },
  },
  {
    name: 'baby',
    label: () => t`For a baby`,
    categories: [],
    picture: { title: 'baby food', category: 'other' },
  },
  {
    name: 'dairy',
    label: () => t`Milk & eggs`,
    categories: ['dairy_eggs'],
    picture: { title: '', category: 'dairy_eggs' },
  },
  {
    name: 'anything',
    label: () => t`Anything helps`,
    categories: [],
    picture: { title: '', category: 'other' },
  },
];

/** The tile that the title says, null if it is in the person's own words. */
export const tileOf = ({ title }: Pick<RequestFields, 'title'>): RequestTile | null =>
  REQUEST_TILES.find((tile) => wordTileTitle(tile.name) === title.trim()) ?? null;

/** What would help besides what the title says: nothing where both are a tile's. */
export function wishesBeside({
  title,
  preferredCategories: wishes,
}: Pick<RequestFields, 'title' | 'preferredCategories'>): readonly Category[] {
  const said = tileOf({ title })?.categories ?? [];
  return said.length === wishes.length && said.every((category) => wishes.includes(category)) ? [] : wishes;
}
