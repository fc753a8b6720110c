import { isRightToLeft, type Language } from './languages.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/**
 * Sentences by key, in English with ICU arguments (`{count, plural, one {# day} other {# days}}`). A table is the
 * source of the catalogs in `locales/`: `npm run texts` extracts it under `<namespace>.<key>`, translators fill in the
 * rest, and server and browser translate it into the reader's language.
 */
export type TextTable<Key extends string = string> = {
  readonly namespace: string;
  readonly messages: Readonly<Record<Key, string>>;
};

/** Values of a text's arguments. A value named `<name>Ms` is a duration, shown as `{name}` in words. */
export type TextParams = Readonly<Record<string, string | number>>;

type BeforeComma<Text extends string> = Text extends `${infer Name},${string}` ? Name : Text;
/** What stands between each `{` of a message and the next `}` or `,`. */
type Opened<Message extends string> = Message extends `${string}{${infer Rest}`
  ? (Rest extends `${infer Inside}}${string}` ? BeforeComma<Inside> : never) | Opened<Rest>
  : never;
/** With other characters it is a variant of a plural, such as `# days`. */
type ArgumentOf<Name extends string> = Name extends '' | `${string}${' ' | '#' | '{'}${string}`
  ? never
  : Name;

/** The values that a message takes, by the names of its arguments, including those of its variants. */
export type ParamsOf<Message extends string> = {
  readonly [Name in ArgumentOf<Opened<Message>> as Name extends 'wait' ? 'waitMs' : Name]: string | number;
};

/** Declares a table; tables stand in files named `*-texts.ts`, where the extractor finds them. */
export const textTable = <const Messages extends Readonly<Record<string, string>>>(
  namespace: string,
  messages: Messages,
): TextTable<keyof Messages & string> & { readonly messages: Messages } => ({ namespace, messages });

export const isTextTable = (value: unknown): value is TextTable =>
  typeof value === 'object' && value !== null && 'namespace' in value && 'messages' in value;

/** The units of a wait, largest first: a wait is counted in a unit once it is longer than `fromMs`. */
const WAIT_UNITS = [
  { unit: 'days', ms: DAY_MS, fromMs: 2 * DAY_MS },
  { unit: 'hours', ms: HOUR_MS, fromMs: HOUR_MS },
  { unit: 'minutes', ms: MINUTE_MS, fromMs: 0 },
] as const;

/**
 * A duration rounded up to whole days, hours or minutes, at least 1. Without a clock time it is right in every zone.
 */
export function waitOf(waitMs: number): {
  readonly unit: 'days' | 'hours' | 'minutes';
  readonly count: number;
} {
  const { unit, ms } = WAIT_UNITS.find(({ fromMs }) => waitMs > fromMs) ?? WAIT_UNITS[2];
  return { unit, count: Math.max(1, Math.ceil(waitMs / ms)) };
}

/**
 * The values as the message takes them: each `<name>Ms` also as `<name>`, in words. `translateWait` writes a duration
 * in the reader's language.
 */
export function withWaits(params: TextParams, translateWait: (waitMs: number) => string): TextParams {
  const waits = Object.entries(params).flatMap(([name, value]) =>
    name.endsWith('Ms') && typeof value === 'number'
      ? [[name.slice(0, -2), translateWait(value)] as const]
      : [],
  );
  return waits.length === 0 ? params : { ...params, ...Object.fromEntries(waits) };
}

/** Letters and digits written from right to left: the blocks that Unicode keeps for them (UAX #9, 3.2, R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** First strong isolate and its end (UAX #9, 2.4.2). */
const [ISOLATE, ISOLATE_END] = ['\u2068', '\u2069'];

/** A text in a sentence of the other direction, which it then doesn't rearrange: "Rosa (3)" stays in this order. */
const isolated = (text: string, isSentenceRightToLeft: boolean): string =>
  isSentenceRightToLeft || RIGHT_TO_LEFT.test(text) ? `${ISOLATE}${text}${ISOLATE_END}` : text;

/**
 * Values as they were typed, for a sentence of a language: their backslashes are escaped, because the library that fills
 * them in decodes sequences such as `\u202e` in the whole sentence, and what is written in the other direction keeps to
 * itself.
 */
export const valuesAsTyped = <Value>(
  values: Readonly<Record<string, Value>>,
  language: Language,
): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? isolated(value.replaceAll('\\', String.raw`\x5c`), isRightToLeft(language))
        : value,
    ]),
  );
