import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { CATEGORIES, MAX_SERVINGS, THINGS } from '@openlarder/domain/listings/listing-fields.ts';
import { DEFAULT_BULK_SERVINGS } from '@openlarder/domain/listings/share-defaults.ts';
import { mentionsAddress } from '@openlarder/domain/places/address-in-text.ts';
import { ChevronDown, Minus, Plus } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { hasPublicPlace } from '#web/features/accounts/current-user.ts';
import type { FormPhotos } from '#web/features/photos/upload/use-photo-uploads.ts';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FieldNotes } from '#web/ui/Field.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { categoryLabel, thingName } from '../listing-labels.ts';
import { amountOfTitle } from '../titles.ts';
import { ChipSelect } from './CardChip.tsx';
import { CardPicture } from './CardPicture.tsx';
import { DetailFields } from './DetailFields.tsx';
import { AllergenChips } from './AllergenChips.tsx';
import { EatByRow } from './DateFields.tsx';
import { PickupChips, PickupTimeFields } from './PickupFields.tsx';
import { PlaceFields, PlaceRow } from './PlaceFields.tsx';
import type { ListingEditor } from './use-listing-form.ts';

type Props = {
  readonly editor: ListingEditor;
  readonly photos: FormPhotos;
  readonly user: User;
  readonly setting: MapSettings;
  /** Some was claimed: what the food is counted in stays, or is put back. */
  readonly keepsUnit?: boolean;
  /** Asks where the food is, around the fields for it, of a person without a saved place. */
  readonly askPlace?: ((fields: ReactNode) => ReactNode) | undefined;
};

/** The listing's card as neighbors will see it, with editable fields in place, then the fields with defaults. */
export function ListingFields({ editor, photos, user, setting, keepsUnit = false, askPlace }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const titleRef = useRef<HTMLInputElement>(null);
  const [isChoosingTimes, setChoosingTimes] = useState(false);
  const { errorOf, values } = editor;
  const showsTimes = isChoosingTimes || Boolean(errorOf('availableFrom') ?? errorOf('availableUntil'));
  useEffect(() => {
    if (isChoosingTimes) element.current?.querySelector<HTMLElement>('[name="availableFrom"]')?.focus();
  }, [isChoosingTimes]);
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
      <div ref={element} className="group/listing">
        <Card as="section" flush>
          <CardPicture editor={editor} photos={photos} title={titleRef} />
          <div className="flex flex-col gap-2 px-3 py-2 sm:gap-4 sm:p-5">
            <TitleField editor={editor} titleRef={titleRef} />
            <CategoryAndServings editor={editor} keepsUnit={keepsUnit} />
            <PickupChips editor={editor} onChooseTimes={() => setChoosingTimes(true)} />
            <div hidden={!showsTimes}>
              <PickupTimeFields editor={editor} />
            </div>
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
      </div>
      <DetailFields ref={details} editor={editor} isPublicPlace={isPublicPlace} />
    </>
  );
}

type TitleFieldProps = {
  readonly editor: ListingEditor;
  readonly titleRef: RefObject<HTMLInputElement | null>;
};

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

type EditorProps = { readonly editor: ListingEditor };

function CategoryAndServings({ editor, keepsUnit }: EditorProps & { readonly keepsUnit: boolean }) {
  const { t } = useLingui();
  const id = useId();
  const { put, errorOf } = editor;
  const { category, countedAs, isBulk, estimatedServings, title } = editor.values;
  const isUnitFixed = keepsUnit && countedAs === editor.context.listing?.countedAs;
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
        <ServingsStepper editor={editor} errorId={`${id}-error`} hintId={`${id}-hint`} />
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
        error={errorOf('estimatedServings') ?? errorOf('category')}
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

const StepButton = (props: ComponentProps<'button'>) => (
  <button
    {...props}
    type="button"
    className="grid w-[min(2.75rem,48px)] shrink-0 place-items-center -outline-offset-3 first:rounded-s-control last:rounded-e-control hover:bg-sunken disabled:opacity-50 [&_svg]:size-5"
  />
);

type StepperProps = EditorProps & { readonly errorId: string; readonly hintId: string };

function ServingsStepper({ editor, errorId, hintId }: StepperProps) {
  const { t } = useLingui();
  const id = useId();
  const { estimatedServings: value, countedAs } = editor.values;
  const hasError = editor.errorOf('estimatedServings') !== undefined;
  const border = hasError ? 'border-tomato' : 'border-control';
  // An empty field counts as 0: one step up is the first serving.
  const from = Number.isFinite(value) ? Math.trunc(value) : 0;
  const step = (by: number) => editor.put({ estimatedServings: Math.max(1, from + by) });
  return (
    <div
      className={classNames(
        'flex min-h-11 shrink-0 overflow-hidden rounded-control border bg-surface',
        border,
      )}
    >
      <StepButton aria-label={t`One fewer`} disabled={from <= 1} onClick={() => step(-1)}>
        <Minus />
      </StepButton>
      <div className={classNames('relative border-x', border)}>
        <input
          {...editor.form.register('estimatedServings', {
            valueAsNumber: true,
            onChange: () => editor.put({ estimatedServings: editor.form.getValues('estimatedServings') }),
          })}
          id={id}
          type="number"
          inputMode="numeric"
          enterKeyHint="done"
          step={1}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? `${errorId} ${hintId}` : hintId}
          onFocus={(event) => event.currentTarget.select()}
          onWheel={(event) => event.currentTarget.blur()}
          className="h-full w-[4.25rem] bg-transparent pb-4.5 text-center text-lg/none font-semibold tabular-nums -outline-offset-3 [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <label
          htmlFor={id}
          className="pointer-events-none absolute inset-x-0 bottom-0.5 text-center text-sm/tight text-muted"
        >
          {thingName(countedAs)}
        </label>
      </div>
      <StepButton aria-label={t`One more`} disabled={from >= MAX_SERVINGS} onClick={() => step(1)}>
        <Plus />
      </StepButton>
    </div>
  );
}
