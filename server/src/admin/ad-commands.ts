import type { NewAd } from '@openlarder/domain/ads/ad-contract.ts';
import { newAdSchema } from '@openlarder/domain/ads/ad-schemas.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as ads from '#server/features/ads/ads.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Words } from '#server/platform/texts/wording.ts';
import { adminTexts as texts } from './admin-texts.ts';
import { type AdminCommand, COMMAND_LINE, Refusal } from './command.ts';
import { formatTime, printable, tableLines } from './terminal-format.ts';

/** What `ads add` takes as `name=value`, by the field that it fills. */
const FIELDS = {
  place: 'location',
  type: 'adType',
  category: 'adCategory',
  title: 'title',
  text: 'description',
  button: 'ctaText',
  link: 'ctaLink',
  picture: 'imageUrl',
  sponsor: 'sponsor',
  tip: 'isTip',
  for: 'audience',
  weight: 'weight',
  'per-day': 'dailyCap',
  from: 'startsAt',
  until: 'endsAt',
} as const satisfies Record<string, keyof NewAd>;
type Name = keyof typeof FIELDS;

const isName = (text: string): text is Name => Object.hasOwn(FIELDS, text);

/** Text from the command line as the type of its field. */
function valueOf(name: Name, text: string): unknown {
  if (name === 'tip') return text === 'yes';
  if (name === 'for') return text.split(',');
  if (name === 'weight' || name === 'per-day') return Number(text);
  return text;
}

/** `ads list`, `ads add name=value …` and `ads end <id>`. */
export const adsCommand: AdminCommand = async (ctx, { words, args: [what = 'list', ...rest] }) => {
  if (what === 'list') return listAds(ctx, words);
  if (what === 'add') return addAd(ctx, words, rest);
  if (what === 'end') return endAd(ctx, words, rest[0]);
  const commands = '"ads list", "ads add name=value …", "ads end <id>"';
  throw new Refusal(words(texts, 'reports.what', { commands }), 2);
};

async function listAds(ctx: AppContext, words: Words): Promise<readonly string[]> {
  const rows = await ads.allAds(ctx);
  if (rows.length === 0) return [words(texts, 'ads.none')];
  const headings = (['place', 'title', 'from', 'until', 'seen', 'followed', 'id'] as const).map((name) =>
    words(texts, `ads.heading.${name}`),
  );
  return tableLines(
    headings,
    rows.map((row) => [
      row.location,
      row.title,
      formatTime(ctx, row.starts_at),
      row.ends_at ? formatTime(ctx, row.ends_at) : '',
      String(row.impressions),
      String(row.clicks),
      row.id,
    ]),
  );
}

async function addAd(ctx: AppContext, words: Words, given: readonly string[]): Promise<readonly string[]> {
  const fields: Record<string, unknown> = {};
  const wrong = new Set<string>();
  for (const pair of given) {
    const [, name = '', text = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    if (isName(name)) fields[FIELDS[name]] = valueOf(name, text);
    else wrong.add(name);
  }
  const parsed = newAdSchema.safeParse(fields);
  for (const { path } of parsed.error?.issues ?? []) {
    const name = Object.keys(FIELDS).find((one) => isName(one) && FIELDS[one] === path[0]);
    if (name) wrong.add(name);
  }
  if (!parsed.success || wrong.size > 0) {
    const names = [...wrong].map(printable).join(', ');
    throw new Refusal(words(texts, 'ads.wrong', { names, all: Object.keys(FIELDS).join(', ') }), 2);
  }
  const id = await ads.addAd(ctx, parsed.data);
  return [words(texts, 'ads.added', { title: printable(parsed.data.title), id })];
}

async function endAd(ctx: AppContext, words: Words, id: string | undefined): Promise<readonly string[]> {
  if (!id) throw new Refusal(words(texts, 'ads.which', { command: `${COMMAND_LINE} ads list` }), 2);
  const outcome = idSchema.safeParse(id).success ? await ads.endAd(ctx, id) : 'unknown';
  if (outcome === 'unknown') throw new Refusal(words(texts, 'ads.unknown', { id: printable(id) }));
  return [words(texts, `ads.${outcome}`)];
}
