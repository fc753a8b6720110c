import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_HOUSEHOLD, MIN_HOUSEHOLD } from '@openlarder/domain/accounts/account-fields.ts';
import { ChevronDown, MapPin } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { DiscreetMode } from '#web/features/accounts/security/DiscreetMode.tsx';
import { CategoryPicture } from '#web/features/listings/food-pictures.tsx';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { wordTileTitle } from '#web/lib/tile-title.ts';
import { peopleLabel } from '../request-labels.ts';
import { RequestAreaPicker } from './RequestLocationFields.tsx';
import { RequestPreview } from './RequestPreview.tsx';
import { REQUEST_TILES, type RequestFields, type RequestTile, tileOf } from './request-fields.ts';
import type { RequestFormState } from './use-request-form.ts';

export const QUESTIONS = ['what', 'people', 'place'] as const;
export type Question = (typeof QUESTIONS)[number];

/** The first question without an answer; the last one, which ends in sending, if all have one. */
export const openQuestion = ({ title, isCounted }: Pick<RequestFields, 'title' | 'isCounted'>): Question =>
  title.trim() === '' ? 'what' : isCounted ? 'place' : 'people';

export function QuestionProgress({ at }: { readonly at: Question }) {
  const reached = QUESTIONS.indexOf(at);
  const number = reached + 1;
  const count = QUESTIONS.length;
  return (
    <p className="flex gap-1.5">
      <span className="sr-only">
        <Trans>
          Question {number} of {count}
        </Trans>
      </span>
      {QUESTIONS.map((question, nth) => (
        <span
          key={question}
          aria-hidden="true"
          className={classNames(
            'h-1.5 w-8 rounded-full border',
            nth <= reached ? 'border-brand bg-brand forced-colors:bg-[Highlight]' : 'border-control',
          )}
        />
      ))}
    </p>
  );
}

type TileProps = {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly className: string;
  readonly children: ReactNode;
};

const Tile = ({ isChosen, onChoose, className, children }: TileProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onChoose}
    className={classNames(
      'rounded-card border-2 font-semibold wrap-anywhere',
      isChosen ? 'border-brand bg-brand-soft text-brand-soft-ink' : 'border-line bg-surface hover:bg-sunken',
      className,
    )}
  >
    {children}
  </button>
);

type Props = { readonly form: RequestFormState; readonly onNext: () => void };

/** What would help most: a tile answers and continues. An earlier answer can be kept. */
export function WhatQuestion({ form, onNext }: Props) {
  const title = useWatch({ control: form.control, name: 'title' });
  const chosen = tileOf({ title });
  const choose = (tile: RequestTile) => {
    form.setValue('title', wordTileTitle(tile.name), { shouldDirty: true });
    form.setValue('preferredCategories', [...tile.categories], { shouldDirty: true });
    onNext();
  };
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(max(8rem,30%),100%),1fr))] gap-2.5">
        {REQUEST_TILES.map((tile) => (
          <Tile
            key={tile.name}
            isChosen={tile.name === chosen?.name}
            onChoose={() => choose(tile)}
            className="flex min-h-24 flex-col items-start justify-between gap-1 p-3 text-start"
          >
            <span aria-hidden="true" className="block h-11 w-14">
              <CategoryPicture {...tile.picture} />
            </span>
            {tile.label()}
          </Tile>
        ))}
      </div>
      {title.trim() !== '' && (
        <>
          {chosen === null && (
            <p className="text-muted wrap-anywhere">
              <Trans>
                You wrote: “<bdi>{title}</bdi>”
              </Trans>
            </p>
          )}
          <Button size="large" wide onClick={onNext}>
            <Trans>Next</Trans>
          </Button>
        </>
      )}
    </>
  );
}

/** Household sizes that have a tile of their own. */
const SIZES = [1, 2, 3, 4, 5, 6];

/** For how many: a tile answers and continues. Only a known number is preselected. */
export function PeopleQuestion({ form, onNext }: Props) {
  const [people, isCounted] = useWatch({ control: form.control, name: ['householdSize', 'isCounted'] });
  const [asksMore, setAsksMore] = useState(isCounted && !SIZES.includes(people));
  const choose = (size: number) => {
    form.setValue('householdSize', size, { shouldDirty: true });
    form.setValue('isCounted', true, { shouldDirty: true });
    form.clearErrors('householdSize');
    onNext();
  };
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(6rem,100%),1fr))] gap-2.5">
        {SIZES.map((size) => (
          <Tile
            key={size}
            isChosen={isCounted && !asksMore && size === people}
            onChoose={() => choose(size)}
            className="min-h-16 p-2 text-center text-lg tabular-nums"
          >
            <span aria-hidden="true">{size}</span>
            <span className="sr-only">{peopleLabel(size)}</span>
          </Tile>
        ))}
      </div>
      {asksMore ? (
        <HouseholdField form={form} />
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            setAsksMore(true);
            // the field starts empty: a prefilled number would not be the person's answer
            if (!isCounted) form.setValue('householdSize', Number.NaN);
          }}
        >
          <Trans>More than 6</Trans>
        </Button>
      )}
      {(isCounted || asksMore) && (
        <Button
          size="large"
          wide
          onClick={() => {
            void form.trigger('householdSize', { shouldFocus: true }).then((isValid) => isValid && onNext());
          }}
        >
          <Trans>Next</Trans>
        </Button>
      )}
    </>
  );
}

type PlaceQuestionProps = { readonly form: RequestFormState; readonly setting: MapSettings };

/** Where the person is, which is one tap. Where to meet is asked once there is a helper. */
export function PlaceQuestion({ form, setting }: PlaceQuestionProps) {
  const { t } = useLingui();
  const [address, latitude] = useWatch({ control: form.control, name: ['pickupLocation', 'latitude'] });
  const urgency = useWatch({ control: form.control, name: 'urgencyLevel' });
  const [wasKnown] = useState(latitude !== undefined);
  const forgetAddress = () => {
    // it was known with its position, and says nothing of another one
    if (wasKnown) form.setValue('pickupLocation', '', { shouldDirty: true });
  };
  const picker = <RequestAreaPicker form={form} setting={setting} onMove={forgetAddress} />;
  return (
    <>
      {wasKnown ? (
        <details className="group rounded-control border border-line">
          <summary className="flex min-h-13 cursor-pointer list-none flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-control px-3.5 py-2 [&::-webkit-details-marker]:hidden">
            <span className="flex min-w-0 flex-[1_1_9rem] items-center gap-3">
              <MapPin className="size-5 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {address === '' ? (
                  <Trans>The place you chose</Trans>
                ) : (
                  <Trans>
                    Near{' '}
                    <bdi translate="no" className="font-semibold">
                      {address}
                    </bdi>
                  </Trans>
                )}
              </span>
            </span>
            <span className="flex items-center gap-3">
              <span className="font-semibold underline underline-offset-4 group-open:hidden">
                <Trans>Change</Trans>
              </span>
              <ChevronDown className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180" />
            </span>
          </summary>
          <div className="px-3.5 pt-2 pb-4">{picker}</div>
        </details>
      ) : (
        <fieldset aria-label={t`Where are you?`} className="min-w-0">
          {picker}
        </fieldset>
      )}
      <RequestPreview form={form} setting={setting} saysAddress={address !== ''} />
      <Checkbox
        checked={urgency === 'emergency'}
        onChange={({ target }) =>
          form.setValue('urgencyLevel', target.checked ? 'emergency' : 'high', { shouldDirty: true })
        }
        label={<Trans>We have nothing to eat</Trans>}
      />
      <DiscreetMode me={useCurrentUser()} />
    </>
  );
}

/** For how many it is, as a number; typing it answers the question. */
export const HouseholdField = ({ form }: { readonly form: RequestFormState }) => (
  <TextField
    {...form.register('householdSize', {
      valueAsNumber: true,
      onChange: () => form.setValue('isCounted', true),
    })}
    type="number"
    inputMode="numeric"
    min={MIN_HOUSEHOLD}
    max={MAX_HOUSEHOLD}
    step={1}
    label={<Trans>Household size</Trans>}
    hint={<Trans>How many people, including you?</Trans>}
    onFocus={(event) => event.currentTarget.select()}
    onWheel={(event) => event.currentTarget.blur()}
    error={form.formState.errors.householdSize?.message}
  />
);
