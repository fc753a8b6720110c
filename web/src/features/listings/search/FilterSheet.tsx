import { plural, t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { type Allergen, ALLERGENS, type Diet, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { CATEGORIES } from '@openlarder/domain/listings/listing-fields.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { useSaveProfile } from '#web/features/accounts/current-user.ts';
import { formatDistance, formatNumber } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { categoryLabel } from '../listing-labels.ts';
import { feedQuery, MAX_COUNTED } from '../listings.queries.ts';
import { clearFilters, type FeedFilter, feedFilterQuery, useFeedPath } from './feed-filter.ts';

const DISTANCES_KM = [1, 2, 5, 10, 25];

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

/** All other filters. Each choice applies immediately, and the button shows how many listings are left. */
export function FilterSheet({ open, onClose, filter, me, onChange }: Props) {
  const found = useInfiniteQuery(feedQuery(filter));
  const page = found.isPlaceholderData ? undefined : found.data?.pages[0];
  const hasTastes = me.diets.length > 0 || me.allergens.length > 0;
  // the note about saving must not push the choices down
  const [hadTastes, setHadTastes] = useState(hasTastes);
  if (!open && hadTastes !== hasTastes) setHadTastes(hasTastes);
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
            aria-disabled={feedFilterQuery(clearFilters(filter)) === feedFilterQuery(filter)}
            onClick={() => onChange(clearFilters(filter))}
          >
            <Trans>Clear Filters</Trans>
          </Button>
          <Button onClick={onClose} className="min-w-40 flex-1 sm:min-w-48 sm:flex-none">
            {page ? showSentence(page.totalCount) : <Trans>Show food</Trans>}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-6">
        {hadTastes && (
          <Button
            variant="secondary"
            className="self-start"
            onClick={() => onChange({ ...filter, diets: me.diets, withoutAllergens: me.allergens })}
          >
            <UserRound className="size-5" />
            <Trans>Use my preferences</Trans>
          </Button>
        )}
        <Category filter={filter} onChange={onChange} />
        <FoodTagChoice
          label={<Trans>Diet</Trans>}
          hint={<Trans>Only food the donor says fits all of these.</Trans>}
          tags={DIETS}
          nameOf={dietName}
          chosen={filter.diets}
          onChange={(diets) => onChange({ ...filter, diets })}
        />
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
          onChange={(withoutAllergens) => onChange({ ...filter, withoutAllergens })}
        />
        {open && <RememberNeeds me={me} diets={filter.diets} allergens={filter.withoutAllergens} />}
        <Distance filter={filter} me={me} onChange={onChange} />
      </div>
    </Dialog>
  );
}

type NeedsProps = {
  readonly me: Pick<User, 'diets' | 'allergens'>;
  readonly diets: readonly Diet[];
  readonly allergens: readonly Allergen[];
};

/** Offers to save diets and allergens in the profile; nothing while they are. Removes none that are saved. */
function RememberNeeds({ me, diets, allergens }: NeedsProps) {
  const save = useSaveProfile();
  const part = useRef<HTMLDivElement>(null);
  const change = {
    diets: DIETS.filter((diet) => me.diets.includes(diet) || diets.includes(diet)),
    allergens: ALLERGENS.filter((one) => me.allergens.includes(one) || allergens.includes(one)),
  };
  const isSaved = change.diets.length === me.diets.length && change.allergens.length === me.allergens.length;
  const recovery = useFocusRecovery(part, isSaved ? 'saved' : 'offered');
  if (isSaved && !save.isSuccess) return null;
  return (
    <div
      ref={part}
      tabIndex={-1}
      {...recovery}
      className="flex flex-col items-start gap-2 rounded-control bg-brand-soft px-4 py-3 text-brand-soft-ink outline-none"
    >
      <output className="block">
        {isSaved ? (
          <Trans>Saved in your profile. Only you see it, and you can change it there.</Trans>
        ) : (
          <Trans>Need this every time? We can remember it for you. Only you see it.</Trans>
        )}
      </output>
      {!isSaved && (
        <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate(change)}>
          <Trans>Remember this for me</Trans>
        </Button>
      )}
      {save.isError && (
        <p role="alert" className="font-semibold">
          {errorMessage(save.error)}
        </p>
      )}
    </div>
  );
}

type PartProps = Pick<Props, 'filter' | 'onChange'>;

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
  const steps = [...new Set([...DISTANCES_KM, me.radiusKm, ...(withinKm === null ? [] : [withinKm])])];
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
          {steps
            .toSorted((a, b) => a - b)
            .map((km) => {
              const distance = formatDistance(km);
              return (
                <Chip
                  key={km}
                  pressed={withinKm === km}
                  onClick={() => onChange({ ...filter, withinKm: km })}
                >
                  {t`Within ${distance}`}
                </Chip>
              );
            })}
        </div>
      )}
    </fieldset>
  );
}
