import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { CATEGORIES, MAX_SERVINGS, THINGS } from '@openlarder/domain/listings/listing-fields.ts';
import { DEFAULT_BULK_SERVINGS } from '@openlarder/domain/listings/share-defaults.ts';
import { mentionsAddress } from '@openlarder/domain/places/address-in-text.ts';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { hasPublicPlace } from '#web/features/accounts/current-user.ts';
import type { FormPhotos } from '#web/features/photos/upload/use-photo-uploads.ts';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FieldNotes } from '#web/ui/Field.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { categoryLabel, thingName } from '../listing-labels.ts';
import { ServingsInput } from '../ServingsInput.tsx';
import { amountOfTitle } from '../titles.ts';
import { ChipSelect } from './CardChip.tsx';
import { CardPicture } from './CardPicture.tsx';
import { DetailFields } from './DetailFields.tsx';
import { AllergenChips } from './AllergenChips.tsx';
import { EatByRow } from './DateFields.tsx';
import { PickupFields } from './PickupFields.tsx';
import { PlaceFields, PlaceRow } from './PlaceFields.tsx';
import type { ListingEditor } from './use-listing-form.ts';

type Props = {
  readonly editor: ListingEditor;
  readonly photos: FormPhotos;
  readonly user: User;
  readonly setting: MapSettings;
  /** Some was claimed: its kind stays, and what it is counted in, or is put back. */
  readonly keepsFood?: boolean;
  /** Asks where the food is, around the fields for it, of a person without a saved place. */
  readonly askPlace?: ((fields: ReactNode) => ReactNode) | undefined;
};

/** The listing's card as neighbors will see it, with editable fields in place, then the fields with defaults. */
export function ListingFields({ editor, photos, user, setting, keepsFood = false, askPlace }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const titleRef = useRef<HTMLInputElement>(null);
  const { values } = editor;
  // only a business's own place is public: its food elsewhere is as private as any
  const isPublicPlace =
    hasPublicPlace(user) &&
    user.latitude === values.latitude &&
    user.longitude === values.longitude &&
    !editor.isPinOfOther(values);
  const placeFields = <PlaceFields editor={editor} setting={setting} isPublicPlace={isPublicPlace} />;
  const openDetailsAt = (name: string) => {
    if (details.current) details.current.open = true;
    details.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };
  return (
    <>
      <Card as="section" flush className="group/listing">
        <CardPicture editor={editor} photos={photos} title={titleRef} />
        <div className="flex flex-col gap-2 px-3 py-2 sm:gap-4 sm:p-5">
          <TitleField editor={editor} titleRef={titleRef} />
          <CategoryAndServings editor={editor} keepsFood={keepsFood} />
          <PickupFields editor={editor} />
          {askPlace ? (
            askPlace(placeFields)
          ) : (
            <PlaceRow editor={editor} user={user} isPublicPlace={isPublicPlace}>
              {placeFields}
            </PlaceRow>
          )}
          <AllergenChips editor={editor} />
          <EatByRow editor={editor} onOther={openDetailsAt} />
        </div>
      </Card>
      <DetailFields ref={details} editor={editor} isPublicPlace={isPublicPlace} />
    </>
  );
}

type EditorProps = { readonly editor: ListingEditor };
type TitleFieldProps = EditorProps & { readonly titleRef: RefObject<HTMLInputElement | null> };

/** The title in the card's own type, in a box that is a field even when it is empty. */
function TitleField({ editor: { form, values, put, errorOf }, titleRef }: TitleFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const error = errorOf('title');
  // what the title names is suggested
  const { ref, ...field } = form.register('title', { onChange: () => put({}) });
  const hint = mentionsAddress(values.title, values.pickupLocation) && (
    <Trans>Everyone nearby reads the title. You could leave your street and number out of it.</Trans>
  );
  return (
    <div>
      <div className="relative">
        <label htmlFor={id} className="pointer-events-none absolute start-3.5 top-1 text-sm/tight text-muted">
          <Trans>Title</Trans>
        </label>
        <input
          {...field}
          ref={(node) => {
            ref(node);
            titleRef.current = node;
          }}
          id={id}
          type="text"
          placeholder={t`Six sourdough rolls`}
          maxLength={MAX_TITLE_LENGTH}
          autoComplete="off"
          enterKeyHint="next"
          aria-invalid={error ? true : undefined}
          aria-describedby={
            [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
          }
          onKeyDown={goToServings}
          className={classNames(
            'block min-h-14 w-full rounded-control border bg-surface px-3.5 pt-5.5 pb-1 text-xl/tight font-semibold placeholder:font-normal placeholder:text-muted',
            error ? 'border-tomato' : 'border-control',
          )}
        />
      </div>
      <FieldNotes hintId={`${id}-hint`} errorId={`${id}-error`} hint={hint} error={error} />
    </div>
  );
}

/** "Next" of a keyboard on the screen leads to the servings; Enter of a real one shares nothing half-written. */
function goToServings(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!window.matchMedia('(pointer: coarse)').matches) return;
  event.currentTarget.form?.querySelector<HTMLElement>('[name="estimatedServings"]')?.focus();
}

function CategoryAndServings({ editor, keepsFood }: EditorProps & { readonly keepsFood: boolean }) {
  const { t } = useLingui();
  const id = useId();
  const { put, errorOf } = editor;
  const { category, countedAs, isBulk, estimatedServings, title } = editor.values;
  const error = errorOf('estimatedServings');
  const isUnitFixed = keepsFood && countedAs === editor.context.listing?.countedAs;
  const count = formatNumber(estimatedServings);
  // nobody's pot holds just as many as a donation begins with
  const isGuess =
    editor.isNew && isBulk && estimatedServings === DEFAULT_BULK_SERVINGS && !amountOfTitle(title);
  const countWords = countedAs === null ? t`Count rolls, boxes, jars…` : t`Count something else`;
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ChipSelect
          name="category"
          label={t`What kind of food?`}
          shown={categoryLabel(category)}
          value={category}
          disabled={keepsFood && category === editor.context.listing?.category}
          aria-invalid={errorOf('category') ? true : undefined}
          className="max-w-max grow basis-24"
          onChange={({ target }) => {
            const chosen = CATEGORIES.find((one) => one === target.value);
            if (chosen) put({ category: chosen });
          }}
        >
          {CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {categoryLabel(one)}
            </option>
          ))}
        </ChipSelect>
        <ServingsInput
          name="estimatedServings"
          servings={estimatedServings}
          least={0}
          most={MAX_SERVINGS}
          unit={thingName(countedAs)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={(servings) => put({ estimatedServings: servings })}
        />
      </div>
      <FieldNotes
        hintId={`${id}-hint`}
        errorId={`${id}-error`}
        hint={
          isGuess ? (
            <Trans>We start at {count}. How many do you have?</Trans>
          ) : (
            countedAs === null && <Trans>A serving is one person's plate, or two rolls.</Trans>
          )
        }
        error={error ?? errorOf('category')}
      />
      {!isUnitFixed && (
        <span className="relative inline-flex min-h-6 items-center gap-1 text-sm font-semibold text-brand underline underline-offset-4 has-focus-visible:outline-3 has-focus-visible:outline-offset-2">
          <span aria-hidden="true">{countWords}</span>
          <ChevronDown className="size-4 shrink-0" />
          <select
            aria-label={countWords}
            value={countedAs ?? ''}
            className="absolute inset-x-0 -inset-y-2 w-full cursor-pointer appearance-none text-base opacity-0"
            onChange={({ target }) => put({ countedAs: THINGS.find((one) => one === target.value) ?? null })}
          >
            {[null, ...THINGS].map((one) => (
              <option key={one} value={one ?? ''}>
                {thingName(one)}
              </option>
            ))}
          </select>
        </span>
      )}
    </div>
  );
}
