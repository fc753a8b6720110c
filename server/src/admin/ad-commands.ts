import type { NewAd } from '@openlarder/domain/ads/ad-contract.ts';
import { AD_CATEGORIES, AD_LOCATIONS, AD_TYPES } from '@openlarder/domain/ads/ad-fields.ts';
import { newAdSchema } from '@openlarder/domain/ads/ad-schemas.ts';
import { instantOfWallClock, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as ads from '#server/features/ads/ads.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { adminTexts as texts } from './admin-texts.ts';
import { type AdminCommand, COMMAND_LINE, CommandError } from './admin-command.ts';
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

/** A day as 2026-12-03, of the community's calendar: from its first second, or until its last. Other text as it is. */
function timeOf(name: 'from' | 'until', text: string, timeZone: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day || month > 12 || day > 31) return text;
  const midnight = { year, month, day: name === 'from' ? day : day + 1, hour: 0, minute: 0, second: 0 };
  const atMs = instantOfWallClock(midnight, timeZone) - (name === 'from' ? 0 : SECOND_MS);
  return new Date(atMs).toISOString();
}

function valueOf(name: Name, text: string, timeZone: string): unknown {
  if (name === 'from' || name === 'until') return timeOf(name, text, timeZone);
  if (name === 'tip') return text === 'yes';
  if (name === 'for') return text.split(',');
  if (name === 'weight' || name === 'per-day') return Number(text);
  return text;
}

export const adsCommand: AdminCommand = async (ctx, { translate, args: [what = 'list', ...rest] }) => {
  if (what === 'list') return listAds(ctx, translate);
  if (what === 'add') return addAd(ctx, translate, rest);
  if (what === 'end') return endAd(ctx, translate, rest[0]);
  const commands = '"ads list", "ads add name=value …", "ads end <id>"';
  throw new CommandError(translate(texts, 'reports.what', { commands }), 2);
};

async function listAds(ctx: AppContext, translate: Translate): Promise<readonly string[]> {
  const rows = await ads.allAds(ctx);
  if (rows.length === 0) return [translate(texts, 'ads.none')];
  const headings = (['place', 'title', 'from', 'until', 'seen', 'followed', 'id'] as const).map((name) =>
    translate(texts, `ads.heading.${name}`),
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

async function addAd(
  ctx: AppContext,
  translate: Translate,
  given: readonly string[],
): Promise<readonly string[]> {
  const fields: Record<string, unknown> = {};
  const wrong = new Set<string>();
  for (const pair of given) {
    const [, name = '', text = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    if (isName(name)) fields[FIELDS[name]] = valueOf(name, text, ctx.settings.timeZone);
    else wrong.add(name);
  }
  const parsed = newAdSchema.safeParse(fields);
  for (const { path } of parsed.error?.issues ?? []) {
    const name = Object.keys(FIELDS).find((one) => isName(one) && FIELDS[one] === path[0]);
    if (name) wrong.add(name);
  }
  if (!parsed.success || wrong.size > 0) {
    const names = [...wrong].map(printable).join(', ');
    const choices = {
      places: AD_LOCATIONS.join(', '),
      types: AD_TYPES.join(', '),
      categories: AD_CATEGORIES.join(', '),
    };
    throw new CommandError(
      translate(texts, 'ads.wrong', { names, all: Object.keys(FIELDS).join(', '), ...choices }),
      2,
    );
  }
  const id = await ads.addAd(ctx, parsed.data);
  return [
    translate(texts, 'ads.added', { title: printable(parsed.data.title), id }),
    ...(parsed.data.ctaLink === null ? [translate(texts, 'ads.noLink')] : []),
  ];
}

async function endAd(
  ctx: AppContext,
  translate: Translate,
  id: string | undefined,
): Promise<readonly string[]> {
  if (!id) throw new CommandError(translate(texts, 'ads.which', { command: `${COMMAND_LINE} ads list` }), 2);
  const outcome = idSchema.safeParse(id).success ? await ads.endAd(ctx, id) : 'unknown';
  if (outcome === 'unknown') throw new CommandError(translate(texts, 'ads.unknown', { id: printable(id) }));
  return [translate(texts, `ads.${outcome}`)];
}
