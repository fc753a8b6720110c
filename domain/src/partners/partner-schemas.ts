import * as z from 'zod/mini';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '../kernel/text-limits.ts';
import {
  allergensSchema,
  dietsSchema,
  idParams,
  idSchema,
  instantOut,
  instantSchema,
  optionalLines,
  requiredText,
  wallTimeSchema,
} from '../kernel/wire-schemas.ts';
import { categorySchema, dateKindSchema, offeredServingsSchema } from '../listings/listing-schemas.ts';
import { WEEKDAYS } from '../volunteers/volunteer-fields.ts';
import { hasOverlap, inWeekOrder, MAX_INTERVALS_A_DAY } from './opening-hours.ts';
import { QUESTION_STATES, scheduleFault } from './recurring-surplus.ts';

const weekdaySchema = z.enum(WEEKDAYS, { error: errorText('required.choice') });
const intervalSchema = z.object({ weekday: weekdaySchema, opens: wallTimeSchema, closes: wallTimeSchema });

/** In the order of the week. It closes on the next day if `closes` is not later than `opens`. */
export const openingHoursBody = z.object({
  hours: z.pipe(
    z.array(intervalSchema).check(
      z.maxLength(
        MAX_INTERVALS_A_DAY * WEEKDAYS.length,
        errorText('too-many-hours', { max: MAX_INTERVALS_A_DAY }),
      ),
      z.refine(
        (hours) =>
          WEEKDAYS.every(
            (day) => hours.filter(({ weekday }) => weekday === day).length <= MAX_INTERVALS_A_DAY,
          ),
        { error: errorText('too-many-hours', { max: MAX_INTERVALS_A_DAY }) },
      ),
      z.refine((hours) => !hasOverlap(hours), { error: errorText('overlapping-hours') }),
    ),
    z.transform((hours: z.output<typeof intervalSchema>[]) => inWeekOrder(hours)),
  ),
});

export const openingHoursSchema = z.object({
  hours: z.array(z.object({ weekday: z.enum(WEEKDAYS), opens: z.string(), closes: z.string() })),
});

/** An organization as everyone signed in may see it. */
export const partnerSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The public address; null if it has given none. */
  address: z.nullable(z.string()),
  ...openingHoursSchema.shape,
});

export const getOpeningHoursSpec = {
  summary: 'My opening hours',
  responses: { 200: openingHoursSchema },
} as const satisfies EndpointSpec;

export const putOpeningHoursSpec = {
  summary: 'Set the opening hours of my organization, in the community’s time zone',
  body: openingHoursBody,
  responses: { 200: openingHoursSchema },
  example: { body: { hours: [{ weekday: 'monday', opens: '07:00', closes: '20:30' }] } },
} as const satisfies EndpointSpec;

export const getPartnerSpec = {
  summary: 'An organization: its public address and opening hours',
  params: idParams,
  responses: { 200: partnerSchema },
} as const satisfies EndpointSpec;

const surplusFields = {
  title: requiredText('required.title', MAX_TITLE_LENGTH),
  description: z._default(optionalLines(MAX_TEXT_LENGTH), ''),
  category: categorySchema,
  servings: offeredServingsSchema,
  dateKind: z._default(dateKindSchema, 'best_before'),
  allergens: z._default(z.nullable(allergensSchema), null),
  diets: z._default(dietsSchema, []),
  pickupInstructions: z._default(optionalLines(MAX_TEXT_LENGTH), ''),
  weekdays: z.pipe(
    z
      .array(weekdaySchema)
      .check(
        z.minLength(1, errorText('required.weekday')),
        z.maxLength(WEEKDAYS.length, errorText('required.weekday')),
      ),
    z.transform((days: (typeof WEEKDAYS)[number][]) => WEEKDAYS.filter((day) => days.includes(day))),
  ),
  askAt: wallTimeSchema,
  pickupFrom: wallTimeSchema,
  pickupUntil: wallTimeSchema,
};
type Times = { readonly askAt: string; readonly pickupFrom: string; readonly pickupUntil: string };
const beginsInTime = z.refine<Times>((times) => scheduleFault(times) !== 'pickupFrom', {
  path: ['pickupFrom'],
  error: errorText('pickup-before-question'),
});
const endsLater = z.refine<Times>((times) => scheduleFault(times) !== 'pickupUntil', {
  path: ['pickupUntil'],
  error: errorText('pickup-order.end'),
});

export const changeSurplusBody = z.object(surplusFields).check(beginsInTime, endsLater);
export const createSurplusBody = z
  .object({
    ...surplusFields,
    /**
     * A listing of the caller with this food, whose photos are reused each time. If it was shared today, the first
     * question is tomorrow.
     */
    listingId: z.optional(z.nullable(idSchema)),
  })
  .check(beginsInTime, endsLater);

export const surplusSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  category: categorySchema,
  servings: z.number(),
  dateKind: dateKindSchema,
  allergens: z.nullable(allergensSchema),
  diets: dietsSchema,
  pickupInstructions: z.string(),
  weekdays: z.array(z.enum(WEEKDAYS)),
  askAt: z.string(),
  pickupFrom: z.string(),
  pickupUntil: z.string(),
  isPaused: z.boolean(),
  /** The next time it is asked about; null while it is paused. */
  nextAt: z.nullable(instantOut),
  /** A day ahead that is off, as 2026-05-04. */
  dayOff: z.nullable(z.string()),
});

export const surplusQuestionSchema = z.object({
  id: idSchema,
  surplusId: idSchema,
  title: z.string(),
  category: categorySchema,
  /** The usual number of servings. */
  servings: z.number(),
  dateKind: dateKindSchema,
  allergens: z.nullable(allergensSchema),
  pickupFrom: instantOut,
  /** Until when it can be answered. */
  pickupUntil: instantOut,
  state: z.enum(QUESTION_STATES),
  /** The listing that was posted. */
  listingId: z.nullable(idSchema),
});

export const listSurplusSpec = {
  summary: 'My recurring surplus',
  responses: { 200: z.array(surplusSchema) },
} as const satisfies EndpointSpec;

const EXAMPLE_SURPLUS = {
  title: 'Rolls',
  description: 'From the counter',
  category: 'bakery_items',
  servings: 40,
  dateKind: 'best_before',
  allergens: ['gluten'],
  diets: ['vegetarian'],
  pickupInstructions: 'Back door',
  weekdays: ['monday'],
  askAt: '20:00',
  pickupFrom: '20:00',
  pickupUntil: '21:00',
  listingId: null,
} as const;

export const createSurplusSpec = {
  summary: 'Be asked on some weekdays whether to post the same food',
  body: createSurplusBody,
  idempotent: true,
  responses: { 201: surplusSchema },
  errors: { 404: ['not-found'], 409: ['no-business-address', 'surplus-limit'] },
  example: { body: EXAMPLE_SURPLUS },
} as const satisfies EndpointSpec;

export const changeSurplusSpec = {
  summary: 'Change recurring surplus',
  params: idParams,
  body: changeSurplusBody,
  responses: { 200: surplusSchema },
  example: { body: EXAMPLE_SURPLUS },
} as const satisfies EndpointSpec;

export const deleteSurplusSpec = {
  summary: 'Delete recurring surplus; what was posted stays',
  params: idParams,
  responses: { 204: null },
} as const satisfies EndpointSpec;

export const pauseSurplusSpec = {
  summary: 'Pause recurring surplus, or go on',
  params: idParams,
  body: z.object({ isPaused: z.boolean() }),
  responses: { 200: surplusSchema },
  example: { body: { isPaused: true } },
} as const satisfies EndpointSpec;

export const setDayOffSpec = {
  summary: 'Leave out the next day, or take that back',
  params: idParams,
  body: z.object({ isOff: z.boolean() }),
  responses: { 200: surplusSchema },
  example: { body: { isOff: true } },
} as const satisfies EndpointSpec;

export const listSurplusQuestionsSpec = {
  summary: 'What I am asked about today’s surplus, and what I have said',
  responses: { 200: z.array(surplusQuestionSchema) },
} as const satisfies EndpointSpec;

export const answerSurplusQuestionSpec = {
  summary: 'Post today’s surplus, or not',
  params: idParams,
  body: z.object({
    answer: z.enum(['yes', 'no']),
    /** An amount other than the usual one. */
    servings: z.optional(offeredServingsSchema),
    /** The use-by date on the pack; required for food that has one, and ignored for other food. */
    useBy: z.optional(instantSchema('required.best-by-date')),
  }),
  responses: { 200: surplusQuestionSchema },
  errors: { 403: ['account-paused', 'not-an-organization'], 409: ['listing-limit', 'question-over'] },
  example: { body: { answer: 'yes', servings: 3, useBy: '2026-05-05T12:00:00.000Z' } },
} as const satisfies EndpointSpec;
