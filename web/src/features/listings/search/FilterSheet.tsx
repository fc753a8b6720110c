import { plural, t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { ALLERGENS, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { CATEGORIES } from '@openlarder/domain/listings/listing-fields.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { Link } from 'wouter';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatDistance, formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { categoryLabel } from '../listing-labels.ts';
import { feedQuery, MAX_COUNTED } from '../listings.queries.ts';
import { clearFilters, countFilters, type FeedFilter, feedPath } from './feed-filter.ts';

const DISTANCES_KM = [1, 2, 5, 10, 25];

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly filter: FeedFilter;
  readonly me: Pick<User, 'diets' | 'allergens' | 'latitude' | 'radiusKm'>;
  readonly onChange: (filter: FeedFilter) => void;
};

/** The label of the button that closes the sheet. */
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
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={<Trans>Filters</Trans>}
      footer={
        <>
          {countFilters(filter) > 0 && (
            <Button variant="quiet" onClick={() => onChange(clearFilters(filter))}>
              <Trans>Clear Filters</Trans>
            </Button>
          )}
          <Button onClick={onClose} className="sm:min-w-48">
            {page ? showSentence(page.totalCount) : <Trans>Show food</Trans>}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {hasTastes && (
          <Button
            variant="secondary"
            className="self-start"
            onClick={() => onChange({ ...filter, diets: me.diets, withoutAllergens: me.allergens })}
          >
            <UserRound aria-hidden="true" className="size-5" />
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
        <Distance filter={filter} me={me} onChange={onChange} />
      </div>
    </Dialog>
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
            <Link
              href={paths.location(feedPath(filter))}
              className="min-h-11 content-center font-semibold underline"
            >
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
