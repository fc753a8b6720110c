import * as z from 'zod/mini';
import { personSummarySchema } from '../accounts/account-schemas.ts';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { plainCode } from '../kernel/text-characters.ts';
import { MAX_PLACE_LENGTH, MAX_TEXT_LENGTH } from '../kernel/text-limits.ts';
import {
  folded,
  idParams,
  idSchema,
  instantOut,
  instantSchema,
  latitudeSchema,
  longitudeSchema,
  optionalLines,
  optionalText,
} from '../kernel/wire-schemas.ts';
import { countedAsSchema, servingsSchema } from '../listings/listing-schemas.ts';
import { COMPLETED_BY, HANDOVER_SIDES, HANDOVER_STATUSES, RELEASE_REASONS } from './handover-states.ts';
import { MAX_THANKS_LENGTH } from './thanks.ts';

export const handoverStatusSchema = z.enum(HANDOVER_STATUSES);
export const handoverSideSchema = z.enum(HANDOVER_SIDES);
export const releaseReasonSchema = z.enum(RELEASE_REASONS, { error: errorText('required.reason') });

/** A handover as one of its two people sees it; other people never see it. */
export const handoverSchema = z.object({
  id: idSchema,
  status: handoverStatusSchema,
  /** The caller's side. */
  side: handoverSideSchema,
  giver: personSummarySchema,
  receiver: personSummarySchema,
  conversationId: idSchema,
  /** The claim and the listing that the food is from; null where the giver brings something else. */
  claimId: z.nullable(idSchema),
  listingId: z.nullable(idSchema),
  /** The emergency request that it answers; such a handover counts towards no limits. */
  emergencyRequestId: z.nullable(idSchema),
  /** Of the listing, or of the request. */
  title: z.string(),
  createdAt: instantOut,
  endedAt: z.nullable(instantOut),
  /** The listing's pickup window, or from the match to the request's end. */
  windowFrom: instantOut,
  windowUntil: instantOut,
  /** Until when servings that come back are offered to others; null if they are not, as its giver has stopped sharing. */
  offeredUntil: z.nullable(instantOut),
  /** The time that both have accepted; null where the window counts. */
  agreedTime: z.nullable(instantOut),
  /** When it was agreed. */
  agreedAt: z.nullable(instantOut),
  /** A time that one side has proposed and the other has not accepted yet; the agreed one stands until then. */
  proposal: z.nullable(z.object({ time: instantOut, by: handoverSideSchema })),
  /** When both were asked "On your way?", and when each side answered. */
  askedAt: z.nullable(instantOut),
  giverOnMyWayAt: z.nullable(instantOut),
  receiverOnMyWayAt: z.nullable(instantOut),
  /** When the one who travels confirmed that they still come. */
  comingAt: z.nullable(instantOut),
  /** When each side confirmed the handover. */
  giverConfirmedAt: z.nullable(instantOut),
  receiverConfirmedAt: z.nullable(instantOut),
  completedBy: z.nullable(z.enum(COMPLETED_BY)),
  /** Which side ended it; null while it is open, and if both sides or a timeout ended it. */
  endedBy: z.nullable(handoverSideSchema),
  releaseReason: z.nullable(releaseReasonSchema),
  /** When and by which side the handover or the no-show was disputed. */
  disputedAt: z.nullable(instantOut),
  disputedBy: z.nullable(handoverSideSchema),
  /** Of the listing: promised while it is open, then handed over; 0 without a listing. */
  servings: z.number(),
  countedAs: countedAsSchema,
  /** How many of them changed hands, as the sides have said so far; null if none has said fewer. */
  servingsSaid: z.nullable(z.number()),
  /** When the receiver thanked the giver. The note is a message of their conversation. */
  thankedAt: z.nullable(instantOut),
  /** Whether the giver may know who the receiver is: of a claim always, of a request once the receiver has told them. */
  receiverNamed: z.boolean(),
  /** The four digits on the receiver's ticket; null for the giver and after the end. */
  code: z.nullable(z.string()),
  /** Five wrong attempts lock the code; both sides can still confirm. */
  codeLocked: z.boolean(),
  /** The caller's own exact place: whether there is one to reveal, and whether the other side sees it. */
  ownPlace: z.enum(['none', 'hidden', 'revealed']),
  /** Whether the other side knows where that is: it is revealed, or a business's address, which is public. */
  placeKnown: z.boolean(),
});

const handoverAction = {
  params: idParams,
  responses: { 200: handoverSchema },
} as const satisfies Partial<EndpointSpec>;

export const getHandoverSpec = {
  ...handoverAction,
  summary: 'One handover of mine, on either side',
  acrossBlock: { keeps: true, known: { handover: [200] } },
} as const satisfies EndpointSpec;

const timeBody = z.object({ time: instantSchema('required.time') });

export const proposeTimeSpec = {
  ...handoverAction,
  summary: 'Propose a time to meet; it counts once the other accepts it',
  body: timeBody,
  errors: { 409: ['handover-ended', 'handover-said', 'too-late'], 429: ['wait-for-answer'] },
  example: { body: { time: '2026-05-04T14:00:00.000Z' } },
  acrossBlock: { known: { handover: [409] } },
} as const satisfies EndpointSpec;

export const acceptTimeSpec = {
  ...handoverAction,
  summary: 'Accept the time that the other has proposed',
  body: timeBody,
  errors: { 409: ['handover-ended', 'handover-said', 'nothing-proposed', 'too-early', 'too-late'] },
  example: { body: { time: '2026-05-04T14:00:00.000Z' } },
  acrossBlock: { known: { handover: [409] } },
} as const satisfies EndpointSpec;

export const confirmComingSpec = {
  ...handoverAction,
  summary: 'Answer "Can you still make it?" with yes',
  errors: { 403: ['not-yours'], 409: ['handover-ended', 'too-early', 'too-late'] },
  acrossBlock: { known: { handover: [403, 409] } },
} as const satisfies EndpointSpec;

export const sayOnMyWaySpec = {
  ...handoverAction,
  summary: 'Answer "On your way?" with yes; the other waits 20 minutes more',
  errors: { 409: ['handover-ended', 'too-early'] },
  acrossBlock: { known: { handover: [409] } },
} as const satisfies EndpointSpec;

/**
 * Where a receiver who asked for food is: a public place to meet at, or the address, with its point on the map if it is
 * known; without either the address revealed before, or the profile's. A giver's place is the listing's.
 */
export const revealAddressBody = z
  .object({
    meetingPoint: z._default(optionalText(MAX_PLACE_LENGTH), ''),
    address: z._default(optionalText(MAX_PLACE_LENGTH), ''),
    latitude: z.optional(z.nullable(latitudeSchema)),
    longitude: z.optional(z.nullable(longitudeSchema)),
  })
  .check(
    z.refine(({ latitude, longitude }) => (latitude == null) === (longitude == null), {
      error: errorText('incomplete-place'),
      path: ['longitude'],
    }),
  );

export const revealAddressSpec = {
  ...handoverAction,
  summary: 'Show my address to the other person of this conversation, or with words where to meet instead',
  body: z.optional(z.nullable(revealAddressBody)),
  errors: { 403: ['not-yours'], 409: ['conversation-closed', 'handover-ended'] },
  example: {
    body: { meetingPoint: 'At the library', address: '5 Elm Street', latitude: -33.9, longitude: 18.4 },
  },
  acrossBlock: { known: { conversation: [403, 409] } },
} as const satisfies EndpointSpec;

export const releaseBody = z.optional(z.nullable(z.object({ reason: z.optional(releaseReasonSchema) })));

export const releaseHandoverSpec = {
  ...handoverAction,
  summary: 'Release it; what was claimed is offered again while its time lasts, and a request is open again',
  body: releaseBody,
  errors: { 409: ['handover-ended', 'handover-said', 'not-counted', 'too-early'] },
  example: { body: { reason: 'other' } },
  acrossBlock: { keeps: true, known: { handover: [200, 409] } },
} as const satisfies EndpointSpec;

export const completeBody = z.optional(
  z.nullable(
    z.object({
      code: z.optional(
        z
          .string()
          .check(
            ...folded(4, errorText('invalid.code'), plainCode),
            z.regex(/^\d{4}$/, errorText('invalid.code')),
          ),
      ),
      /** How many of the promised servings changed hands; all by default. The smaller number of the two sides counts. */
      servings: z.optional(servingsSchema),
    }),
  ),
);

export const completeHandoverSpec = {
  ...handoverAction,
  summary: 'Say that the food changed hands; the giver may enter the code on the ticket',
  body: completeBody,
  errors: { 403: ['not-yours'], 409: ['code-locked', 'handover-ended'] },
  example: { body: { code: '0000', servings: 1 } },
  acrossBlock: { keeps: true, known: { handover: [200, 403, 409] } },
} as const satisfies EndpointSpec;

export const reportNoShowSpec = {
  ...handoverAction,
  summary: 'Say that the other did not come; what was claimed is offered again while its time lasts',
  errors: {
    403: ['not-yours'],
    409: ['handover-ended', 'handover-said', 'not-counted', 'place-unknown', 'too-early'],
  },
  acrossBlock: { known: { handover: [403, 409] } },
} as const satisfies EndpointSpec;

export const disputeBody = z.object({ details: z._default(optionalLines(MAX_TEXT_LENGTH), '') });

export const disputeHandoverSpec = {
  ...handoverAction,
  summary: 'Object: it did not change hands, or I did come; the admins read it',
  body: z.optional(z.nullable(disputeBody)),
  errors: { 403: ['not-yours'], 409: ['already-done', 'handover-ended', 'nothing-said', 'too-late'] },
  example: { body: { details: 'It was not so' } },
  acrossBlock: { keeps: true, known: { handover: [200, 409] } },
} as const satisfies EndpointSpec;

export const thankBody = z.optional(
  z.nullable(z.object({ note: z._default(optionalLines(MAX_THANKS_LENGTH), '') })),
);

export const tellNameSpec = {
  ...handoverAction,
  summary: 'Tell the giver who I am, after they answered my request; a told name stays told',
  errors: { 403: ['not-yours'], 409: ['conversation-closed', 'not-handed-over'] },
  acrossBlock: { known: { handover: [403, 409] } },
} as const satisfies EndpointSpec;

export const thankForHandoverSpec = {
  ...handoverAction,
  summary: 'Thank the giver, with a note that only they read',
  body: thankBody,
  errors: { 403: ['not-yours'], 409: ['conversation-closed', 'not-handed-over'] },
  example: { body: { note: 'Thank you' } },
  acrossBlock: { known: { handover: [403, 409] } },
} as const satisfies EndpointSpec;
