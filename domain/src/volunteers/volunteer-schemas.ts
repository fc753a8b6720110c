import * as z from 'zod/mini';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { instantOut, optionalText } from '../kernel/wire-schemas.ts';
import { DAY_TIMES, MAX_HELP_AREA_LENGTH, TRANSPORTS, WEEKDAYS } from './volunteer-fields.ts';

/** Some of these, each once, in the order of the list. */
const someOf = <const Choice extends string>(choices: readonly [Choice, ...Choice[]]) =>
  z.pipe(
    z
      .array(z.enum(choices, { error: errorText('required.choice') }))
      .check(z.maxLength(choices.length, errorText('required.choice'))),
    z.transform((chosen: Choice[]) => choices.filter((one) => chosen.includes(one))),
  );

/** When, where and how a person can help; all of it may be empty. */
export const helpOfferBody = z.object({
  days: someOf(WEEKDAYS),
  times: someOf(DAY_TIMES),
  area: optionalText(MAX_HELP_AREA_LENGTH),
  transport: someOf(TRANSPORTS),
});

export const helpOfferSchema = z.object({
  days: z.array(z.enum(WEEKDAYS)),
  times: z.array(z.enum(DAY_TIMES)),
  area: z.string(),
  transport: z.array(z.enum(TRANSPORTS)),
  /** When the person last answered, even with an empty answer; null if they have not answered. */
  answeredAt: z.nullable(instantOut),
});

export const getHelpOfferSpec = {
  summary: 'When, where and how I can help; only admins see it besides me',
  responses: { 200: helpOfferSchema },
} as const satisfies EndpointSpec;

export const putHelpOfferSpec = {
  summary: 'Say when, where and how I can help; empty fields delete what was said',
  body: helpOfferBody,
  responses: { 200: helpOfferSchema },
  example: { body: { days: ['monday'], times: ['evening'], area: 'Midtown', transport: ['bicycle'] } },
} as const satisfies EndpointSpec;
