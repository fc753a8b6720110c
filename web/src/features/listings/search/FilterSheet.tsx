import { plural, t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { ALLERGENS, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { CATEGORIES } from '@openlarder/domain/listings/listing-fields.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { useSaveProfile } from '#web/features/accounts/current-user.ts';
import { distanceSteps, formatDistance } from '#web/lib/distances.ts';
import { formatNumber } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { categoryLabel } from '../listing-labels.ts';
import { feedQuery, MAX_COUNTED } from '../listings.queries.ts';
import { clearFilters, type FeedFilter, feedFilterQuery, useFeedPath } from './feed-filter.ts';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly filter: FeedFilter;
  readonly me: Pick<User, 'diets' | 'allergens' | 'latitude' | 'radiusKm'>;
  readonly onChange: (filter: FeedFilter) => void;
};

function showSentence(count: number): string {
  const many = formatNumber(MAX_COUNTED);
  if (count >= MAX_COUNTED) return translate`Show ${many}+ items`;
  return plural(count, { 0: 'Nothing found', one: 'Show # item', other: 'Show # items' });
}

/**
 * All other filters. Each choice applies immediately, and the button shows how many listings are left. Each opening is a
 * new one.
 */
export function FilterSheet({ open, onClose, filter, me, onChange }: Props) {
  const found = useInfiniteQuery(feedQuery(filter));
  const page = found.isPlaceholderData ? undefined : found.data?.pages[0];
  const needs = useSavedNeeds(me, filter);
  const choose = (next: FeedFilter) => {
    onChange(next);
    needs.save(next);
  };
  const [cleared, setCleared] = useState<FeedFilter | null>(null);
  const clear = clearFilters(filter, needs.before.diets);
  const isClear = feedFilterQuery(clear) === feedFilterQuery(filter);
  const undone = isClear ? cleared : null;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={<Trans>Filters</Trans>}
      footer={
        <div className="flex w-full flex-wrap items-center gap-2 sm:justify-end">
          {/* there from the start: one that appears would move what is about to be pressed */}
          <Button
            variant="quiet"
            className="-ms-3"
            aria-disabled={isClear && !undone}
            onClick={() => {
              if (!isClear) setCleared(filter);
              choose(undone ?? clear);
            }}
          >
            {undone ? <Trans>Undo</Trans> : <Trans>Clear Filters</Trans>}
          </Button>
          <Button onClick={onClose} className="min-w-40 flex-1 sm:min-w-48 sm:flex-none">
            {page ? showSentence(page.totalCount) : <Trans>Show food</Trans>}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-6">
        {me.latitude !== null && <Order filter={filter} onChange={onChange} />}
        {/* first, so that what is said under it is in sight of a phone */}
        <div className="flex flex-col gap-2">
          <FoodTagChoice
            label={<Trans>Exclude allergens</Trans>}
            hint={
              <Trans>
                Hides food that contains any of these. If the donor hasn't said, you'll still see it, so ask
                before you eat.
              </Trans>
            }
            tags={ALLERGENS}
            nameOf={allergenName}
            chosen={filter.withoutAllergens}
            onChange={(withoutAllergens) => choose({ ...filter, withoutAllergens })}
          />
          <NeedsNote needs={needs} />
        </div>
        <FoodTagChoice
          label={<Trans>Diet</Trans>}
          hint={<Trans>Only food the donor says fits all of these.</Trans>}
          tags={DIETS}
          nameOf={dietName}
          chosen={filter.diets}
          onChange={(diets) => choose({ ...filter, diets })}
        />
        <Category filter={filter} onChange={onChange} />
        <Distance filter={filter} me={me} onChange={onChange} />
      </div>
    </Dialog>
  );
}

type Needs = Pick<User, 'diets' | 'allergens'>;

const withChosen = (needs: Needs, { diets, withoutAllergens }: FeedFilter) => ({
  diets: DIETS.filter((diet) => needs.diets.includes(diet) || diets.includes(diet)),
  allergens: ALLERGENS.filter((one) => needs.allergens.includes(one) || withoutAllergens.includes(one)),
});

/** Of two of which one holds the other. */
const isSame = (one: Needs, other: Needs): boolean =>
  one.diets.length === other.diets.length && one.allergens.length === other.allergens.length;

/**
 * Saves in the profile what is chosen here that the person eats and avoids, unless it is only for now. What the profile
 * had before is never removed: less safe has to be chosen there.
 */
function useSavedNeeds(me: Needs, filter: FeedFilter) {
  const saving = useSaveProfile();
  const [before] = useState<Needs>(me);
  const isSaved = isSame(withChosen(me, filter), me);
  // as it was left, or as an address brought it
  const [isForNow, setForNow] = useState(!isSaved);
  const wanted = withChosen(before, filter);
  return {
    before,
    isForNow,
    hasNew: !isSame(wanted, before),
    isSaved,
    error: saving.error,
    save: (next: FeedFilter) => {
      const change = withChosen(before, next);
      if (!isForNow && !isSame(change, wanted)) saving.mutate(change);
    },
    keepForNow: (only: boolean) => {
      setForNow(only);
      saving.mutate(only ? { diets: [...before.diets], allergens: [...before.allergens] } : wanted);
    },
  };
}

/** Says under the allergens where what is chosen is kept, and has the way back. */
function NeedsNote({ needs }: { readonly needs: ReturnType<typeof useSavedNeeds> }) {
  const { isForNow, hasNew, isSaved, error } = needs;
  const asksToSave = isForNow || error !== null;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-sm">
      <output>
        {isForNow ? (
          <Trans>Only for now. Your profile stays as it was.</Trans>
        ) : hasNew && isSaved ? (
          <Trans>Saved in your profile. Only you see it.</Trans>
        ) : (
          <Trans>We keep this in your profile. Only you see it.</Trans>
        )}
      </output>
      {hasNew && (
        <button
          type="button"
          className="min-h-11 font-semibold underline decoration-control underline-offset-4"
          onClick={() => needs.keepForNow(!asksToSave)}
        >
          {asksToSave ? <Trans>Remember this for me</Trans> : <Trans>Only for now</Trans>}
        </button>
      )}
      {error && (
        <p role="alert" className="basis-full font-semibold">
          {errorMessage(error)}
        </p>
      )}
    </div>
  );
}

type PartProps = Pick<Props, 'filter' | 'onChange'>;

function Order({ filter, onChange }: PartProps) {
  const { nearestFirst } = filter;
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">
        <Trans>Order</Trans>
      </legend>
      <div className="mt-2 flex flex-wrap gap-2">
        <Chip pressed={!nearestFirst} onClick={() => onChange({ ...filter, nearestFirst: false })}>
          <Trans>Ending soonest</Trans>
        </Chip>
        <Chip pressed={nearestFirst} onClick={() => onChange({ ...filter, nearestFirst: true })}>
          <Trans>Nearest first</Trans>
        </Chip>
      </div>
    </fieldset>
  );
}

function Category({ filter, onChange }: PartProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">
        <Trans>Category</Trans>
      </legend>
      <div className="mt-2 flex flex-wrap gap-2">
        <Chip pressed={filter.category === null} onClick={() => onChange({ ...filter, category: null })}>
          <Trans>All categories</Trans>
        </Chip>
        {CATEGORIES.map((category) => (
          <Chip
            key={category}
            pressed={filter.category === category}
            onClick={() => onChange({ ...filter, category })}
            className="capitalize"
          >
            {categoryLabel(category)}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}

function Distance({ filter, me, onChange }: PartProps & Pick<Props, 'me'>) {
  const { t } = useLingui();
  const { withinKm } = filter;
  const under = useFeedPath(filter);
  // by their words, in which two may be the same: the chosen one stays
  const steps = new Map(
    [...distanceSteps(me.radiusKm), ...(withinKm === null ? [] : [withinKm])].map((km) => [
      formatDistance(km),
      km,
    ]),
  );
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">
        <Trans>Distance</Trans>
      </legend>
      {me.latitude === null ? (
        <Notice
          className="mt-2"
          action={
            <Link href={paths.location(under)} className="min-h-11 content-center font-semibold underline">
              <Trans>Set my location</Trans>
            </Link>
          }
        >
          <Trans>Set your location to see what's closest.</Trans>
        </Notice>
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Chip pressed={withinKm === null} onClick={() => onChange({ ...filter, withinKm: null })}>
            <Trans>Any distance</Trans>
          </Chip>
          {[...steps]
            .toSorted(([, one], [, other]) => one - other)
            .map(([distance, km]) => (
              <Chip
                key={distance}
                pressed={withinKm === km}
                onClick={() => onChange({ ...filter, withinKm: km })}
              >
                {t`Within ${distance}`}
              </Chip>
            ))}
        </div>
      )}
    </fieldset>
  );
}
