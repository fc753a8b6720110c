import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { wallClock } from '@openlarder/domain/kernel/time.ts';
import { EVENING_HOUR, NIGHT_ENDS_AT_HOUR } from '@openlarder/domain/listings/search/visit-time.ts';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import { MapPinned, Timer, X } from 'lucide-react';
import { useState } from 'react';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { communityZone, formatList, formatNumber, formatWords, quoted } from '#web/lib/format.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { type FeedPage, MAX_COUNTED } from '../listings.queries.ts';
import {
  type FeedFilter,
  feedFilterQuery,
  needsPart,
  savedNeeds,
  withoutNeeds,
} from '../search/feed-filter.ts';

/** "12 items available", "12 found for “bread”", "1,000+ items available". */
function countLabel({ filter, totalCount }: Pick<FeedPage, 'filter' | 'totalCount'>): string {
  const { q } = filter;
  const many = formatNumber(MAX_COUNTED);
  if (totalCount >= MAX_COUNTED) return q ? t`${many}+ found for “${q}”` : t`${many}+ items available`;
  return q
    ? plural(totalCount, { one: `# found for “${q}”`, other: `# found for “${q}”` })
    : plural(totalCount, { one: '# item available', other: '# items available' });
}

/** The same beside the heading of a phone, of which the search is in sight above: "12 items", "1,000+ items". */
function shortLabel({ totalCount }: Pick<FeedPage, 'totalCount'>): string {
  const many = formatNumber(MAX_COUNTED);
  if (totalCount >= MAX_COUNTED) return t`${many}+ items`;
  return plural(totalCount, { one: '# item', other: '# items' });
}

/** Keeps the first sentence it is given. */
function FirstSentence({ sentence }: { readonly sentence: string }) {
  const [first] = useState(sentence);
  return first;
}

/** Changes visibly with live updates; screen readers hear it only when the filter changes. */
export function FeedCount({ page }: { readonly page: FeedPage | undefined }) {
  const sentence = page ? countLabel(page) : '';
  return (
    <>
      <p aria-hidden="true" className="min-h-5 text-sm max-[22.4rem]:hidden sm:text-base">
        {page && shortLabel(page)}
      </p>
      {/* a second line would cost a small phone its first sight of food */}
      <p aria-hidden="true" className="hidden min-h-5 text-sm max-[22.4rem]:block">
        {page && formatNumber(Math.min(page.totalCount, MAX_COUNTED))}
      </p>
      <span className="sr-only">
        <output>{page && <FirstSentence key={feedFilterQuery(page.filter)} sentence={sentence} />}</output>
      </span>
    </>
  );
}

/** Removes the limit to one giver, whose name comes with their first card. */
export function GiverChip({ page, onEveryone }: { page: FeedPage | undefined; onEveryone: () => void }) {
  const name = page?.filter.donorId ? page.listings[0]?.donor.displayName : undefined;
  return (
    <Chip pressed onClick={onEveryone} className="max-w-full self-start">
      <span className="truncate">
        {name ? (
          <Trans>
            From <bdi translate="no">{name}</bdi>
          </Trans>
        ) : (
          <Trans>From one giver</Trans>
        )}
      </span>
      <X className="shrink-0" />
      <span className="sr-only">
        <Trans>Show everyone's food</Trans>
      </span>
    </Chip>
  );
}

/** Says which words of a search hid all food, where it was made without them. */
export const LeftOutWords = ({ page }: { readonly page: FeedPage | undefined }) =>
  page && <LeftOut key={feedFilterQuery(page.filter)} words={page.leftOut} />;

/** Not what was found at first: once it is claimed it still stands below, as the person's own. */
function LeftOut({ words: leftOut }: { readonly words: readonly string[] }) {
  const [first] = useState(leftOut);
  const still = leftOut.filter((word) => first.includes(word));
  if (still.length === 0) return null;
  const words = formatWords(still.map(quoted));
  return (
    <output className="block text-sm">
      <Trans>Nothing fits all of it right now, so here's what there is without {words}.</Trans>
    </output>
  );
}

/** Whether the filter leaves out what the person has saved that they do not eat, and no other food for that. */
function hasSavedNeeds(filter: FeedFilter, me: NeedsNoticeProps['me']): boolean {
  const saved = feedFilterQuery(savedNeeds(me));
  return saved !== '' && feedFilterQuery(needsPart(filter)) === saved;
}

type NeedsNoticeProps = {
  readonly filter: FeedFilter;
  readonly me: Pick<User, 'diets' | 'allergens'>;
  readonly onChange: (filter: FeedFilter) => void;
};

type Needs = { readonly diets: readonly Diet[]; readonly allergens: readonly Allergen[] };

/** "vegetarian and without milk and eggs". */
export function needsWords({ diets, allergens }: Needs): string {
  const without = formatList(allergens.map(allergenName));
  return formatList([...diets.map(dietName), ...(allergens.length > 0 ? [t`without ${without}`] : [])]);
}

/** Says in one line whether the feed leaves out what the person has saved that they do not eat, and changes that. */
export function NeedsNotice({ filter, me, onChange }: NeedsNoticeProps) {
  const isLeftOut = hasSavedNeeds(filter, me);
  const saved = savedNeeds(me);
  if (!isLeftOut && (feedFilterQuery(needsPart(filter)) !== '' || feedFilterQuery(saved) === '')) return null;
  const needs = needsWords(me);
  return (
    <p className="text-sm/snug">
      {isLeftOut ? (
        <Trans>From your profile: {needs}.</Trans>
      ) : (
        <Trans>All food, also what doesn't fit your profile.</Trans>
      )}{' '}
      <button
        type="button"
        onClick={() =>
          onChange(
            isLeftOut
              ? withoutNeeds(filter)
              : { ...filter, diets: saved.diets, withoutAllergens: saved.withoutAllergens },
          )
        }
        className="target-44 rounded-small font-semibold underline decoration-control underline-offset-4"
      >
        {isLeftOut ? <Trans>Show all food</Trans> : <Trans>Use my preferences</Trans>}
      </button>
    </p>
  );
}

/** Says what "Fresh" means: food that ends soon may be among it, and stands first. */
export const FreshNotice = () => (
  <p className="text-sm text-muted">
    <Trans>Shared in the last two hours, what ends soonest first.</Trans>
  </p>
);

/** The specification's sentence about critical food, of one line on a small phone, too. */
export const CriticalSentence = ({ count }: { readonly count: number }) => (
  <span className="flex items-center gap-1.5 font-sans text-[0.8125rem]/[1.1] font-semibold tracking-normal max-[22.4rem]:text-xs/[1.1] sm:text-base/tight">
    <Timer className="size-5 shrink-0 max-sm:hidden" />
    <span>
      <Plural
        value={count}
        one="# item expiring very soon - claim quickly!"
        other="# items expiring very soon - claim quickly!"
      />
    </span>
  </span>
);

/** Whether people say "tonight" of what ends soon. */
const isEvening = (nowMs: number): boolean => {
  const { hour } = wallClock(nowMs, communityZone());
  return hour >= EVENING_HOUR || hour < NIGHT_ENDS_AT_HOUR;
};

type FirstRowTitleProps = { readonly critical: number; readonly nowMs: number };

/** Of the row of what ends first: the sentence about critical food says so itself. */
export function FirstRowTitle({ critical, nowMs }: FirstRowTitleProps) {
  if (critical > 0) return <CriticalSentence count={critical} />;
  return isEvening(nowMs) ? <Trans>Last chance tonight</Trans> : <Trans>Ending soon</Trans>;
}

/** Shown over a feed that is limited to an area of the map, with a button that removes the limit. */
export function AreaNotice({ onEverywhere }: { readonly onEverywhere: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-sky-soft py-1 ps-4 pe-1 text-sky-soft-ink">
      <p className="flex min-h-11 items-center gap-3 font-semibold">
        <MapPinned className="size-5 shrink-0" />
        <Trans>Only the area you chose on the map</Trans>
      </p>
      <button
        type="button"
        onClick={onEverywhere}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 font-semibold underline"
      >
        <X className="size-5" />
        <Trans>Show everywhere</Trans>
      </button>
    </div>
  );
}
