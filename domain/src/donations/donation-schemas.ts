import * as z from 'zod/mini';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { idSchema, instantOut, optionalLines } from '../kernel/wire-schemas.ts';
import { MAX_DONOR_MESSAGE_LENGTH } from './donation-amounts.ts';
import { DONATION_STATUSES, DONATION_TYPES } from './donation-fields.ts';

export const donationTypeSchema = z.enum(DONATION_TYPES, { error: errorText('required.choice') });
export const donationStatusSchema = z.enum(DONATION_STATUSES);

const currencySchema = z.string();

/** A donation, as its donor sees it. Amounts are whole minor units of its currency: cents, yen. */
export const donationSchema = z.object({
  id: idSchema,
  amount: z.int(),
  /** ISO 4217: the community's when it was made. */
  currency: currencySchema,
  /** The amount after the provider's fee; null until the provider has reported it. */
  netAmount: z.nullable(z.int()),
  /** The provider's fee, shown as Processing Fee; null until the provider has reported it. */
  platformFeeAmount: z.nullable(z.int()),
  /** The refunded amount. */
  refundedAmount: z.int(),
  /** The amount that the donor's bank has charged back or withholds for now. */
  disputedAmount: z.int(),
  donationType: donationTypeSchema,
  status: donationStatusSchema,
  donorMessage: z.string(),
  isAnonymous: z.boolean(),
  /** The provider's name of the method, such as `card` or `link`; null until paid. */
  paymentMethodType: z.nullable(z.string()),
  /** The provider's receipt; null if it has none. */
  receiptUrl: z.nullable(z.string()),
  /** Money of a demo: no card was charged. */
  isDemo: z.boolean(),
  createdAt: instantOut,
  /** When it succeeded, failed or was canceled. */
  processedAt: z.nullable(instantOut),
});

const impactMetricsSchema = z.object({
  mealsProvided: z.number(),
  co2Saved: z.number(),
  familiesHelped: z.number(),
});

const sums = {
  /** The community's; donations in others are not in the sums. */
  currency: currencySchema,
  totalDonated: z.int(),
  totalDonations: z.int(),
};

export const listDonationsSpec = {
  summary: 'My donations, newest first, 1,000 at most',
  responses: { 200: z.array(donationSchema) },
} as const satisfies EndpointSpec;

export const getDonationStatsSpec = {
  summary: 'What my donations come to: those that succeeded, less refunds',
  responses: {
    200: z.object({
      ...sums,
      impactMetrics: impactMetricsSchema,
    }),
  },
} as const satisfies EndpointSpec;

export const getCommunityDonationsSpec = {
  summary: 'What all donations here come to, and what for; of nobody in particular',
  responses: {
    200: z.object({
      ...sums,
      /** The fees that the provider has reported so far. */
      totalFees: z.int(),
      byType: z.array(z.object({ donationType: donationTypeSchema, amount: z.int() })),
      impactMetrics: impactMetricsSchema,
    }),
  },
} as const satisfies EndpointSpec;

export const donationBody = z.object({
  /** Whole minor units of the community's currency (hundredths of a dollar, whole yen, thousandths of a dinar), in the range of `donationRange`. */
  amount: z
    .number({ error: errorText('invalid.donation-amount') })
    .check(z.int(errorText('invalid.donation-amount'))),
  donationType: donationTypeSchema,
  donorMessage: z._default(z.nullable(optionalLines(MAX_DONOR_MESSAGE_LENGTH)), ''),
  isAnonymous: z._default(z.boolean(), false),
  /** The listing it is for, only with `food_listing_support`. */
  foodListingId: z._default(z.nullable(idSchema), null),
  /** The request it is for, only with `emergency_response`. */
  emergencyRequestId: z._default(z.nullable(idSchema), null),
  /** Pays with a test card right away, where the community says that it takes them; ignored elsewhere. */
  testCard: z.optional(z.boolean()),
});

export const createPaymentIntentSpec = {
  summary: 'Begin a donation; 503 payments-not-configured where the community takes no money',
  body: donationBody,
  idempotent: true,
  responses: { 200: z.object({ clientSecret: z.string(), donationId: idSchema }) },
  errors: {
    404: ['not-found'],
    409: ['donation-finished'],
    503: ['payment-not-begun', 'payments-not-configured'],
  },
  example: {
    body: {
      amount: 1000,
      donationType: 'platform_donation',
      donorMessage: 'Eat well',
      isAnonymous: false,
      foodListingId: null,
      emergencyRequestId: null,
      testCard: false,
    },
  },
} as const satisfies EndpointSpec;

export const refreshDonationSpec = {
  summary: 'My donation, after asking the card provider what became of its payment',
  params: z.object({ id: idSchema }),
  responses: { 200: donationSchema },
  errors: { 503: ['payment-provider-away'] },
} as const satisfies EndpointSpec;
