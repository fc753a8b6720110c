import * as z from 'zod/mini';
import { linkToken, signUpBody } from '../accounts/sign-in-schemas.ts';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import {
  languageSchema,
  latitudeSchema,
  longitudeSchema,
  maxLength,
  optionalText,
  requiredName,
} from '../kernel/wire-schemas.ts';

const pointSchema = z.object({ latitude: latitudeSchema, longitude: longitudeSchema });
const choice = (max: number) => z.string().check(maxLength(max, errorText('required.choice')));

/**
 * What an organizer decides about the community: its time zone by IANA's name, its country by ISO 3166-1 in two letters,
 * its currency by ISO 4217.
 */
export const communityDecisionsSchema = z.object({
  appName: requiredName('required.community-name', 60),
  language: languageSchema,
  place: pointSchema,
  timeZone: choice(60),
  country: choice(2),
  currency: choice(3),
});

/** A town, with what follows from where it is. */
export const townSchema = z.object({
  name: z.string(),
  /** What it is in: of a part of town the town, of one of several towns of that name the state or province; null if unknown. */
  within: z.nullable(z.string()),
  country: z.string(),
  ...pointSchema.shape,
  timeZone: z.string(),
  currency: z.string(),
});

/** With the account of the first organizer. */
export const setUpBody = z.object({
  ...communityDecisionsSchema.shape,
  token: linkToken,
  ...z.pick(signUpBody, { email: true, password: true, firstName: true, lastName: true }).shape,
});

const tokenOnly = z.object({ token: linkToken });

export const openSetupSpec = {
  summary: 'What the setup of a new community begins with',
  body: tokenOnly,
  responses: {
    200: z.object({
      community: z.object({
        ...communityDecisionsSchema.shape,
        appName: z.string(),
        place: z.nullable(pointSchema),
        country: z.nullable(z.string()),
      }),
      languages: z.array(z.string()),
      /** What variables of the environment decide, by the field. */
      fixed: z.array(z.object({ field: z.keyof(communityDecisionsSchema), variable: z.string() })),
    }),
  },
  errors: { 409: ['link-over', 'setup-done'] },
  example: { body: { token: 'made-up' } },
} as const satisfies EndpointSpec;

export const findTownsSpec = {
  summary: 'Towns by the beginning of their name, or the one nearest to a point',
  body: z.object({ token: linkToken, name: optionalText(100), near: z.optional(pointSchema) }),
  responses: { 200: z.array(townSchema) },
  errors: { 409: ['link-over', 'setup-done'] },
  example: { body: { token: 'made-up', name: 'Ber' } },
} as const satisfies EndpointSpec;

export const setUpSpec = {
  summary: 'Set up a new community, and begin its first organizer’s account',
  body: setUpBody,
  responses: {
    200: z.object({
      /** Null if the community has no mail server, or the mail that confirms the organizer’s email went out. */
      mailProblem: z.nullable(z.string()),
    }),
  },
  errors: { 409: ['link-over', 'setup-done'] },
  example: {
    body: {
      token: 'made-up',
      appName: 'Food in Kibera',
      language: 'en',
      place: { latitude: -1.29, longitude: 36.82 },
      timeZone: 'Africa/Nairobi',
      country: 'KE',
      currency: 'KES',
      email: 'person-1@example.org',
      password: 'a good long password',
      firstName: 'Ana',
      lastName: 'Bell',
    },
  },
} as const satisfies EndpointSpec;
