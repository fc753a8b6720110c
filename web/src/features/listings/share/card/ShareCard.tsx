import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { CATEGORIES, type Category } from '@openlarder/domain/listings/listing-fields.ts';
import { mentionsAddress } from '@openlarder/domain/places/address-in-text.ts';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useWatch } from 'react-hook-form';
import type { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FieldNotes } from '#web/ui/Field.tsx';
import { categoryLabel } from '../../listing-labels.ts';
import { AllergenChips } from '../fields/AllergenChips.tsx';
import { ChipSelect } from './CardChip.tsx';
import { CardPicture } from './CardPicture.tsx';
import { ServingsHint } from '../fields/FoodFields.tsx';
import { ServingsStepper } from '../fields/ServingsStepper.tsx';
import type { ListingForm } from '../use-share-form.ts';

type Props = {
  readonly form: ListingForm;
  readonly photos: Pick<ReturnType<typeof usePhotoUploads>, 'uploads' | 'items'>;
  readonly onTitle: (title: string) => void;
  readonly onCategory: (category: Category) => void;
  readonly pickup: ReactNode;
  readonly place: ReactNode;
  readonly eatBy: ReactNode;
};

/** The listing's card as neighbors will see it, with editable fields in place. */
export function ShareCard({ form, photos, onTitle, onCategory, pickup, place, eatBy }: Props) {
  const { t } = useLingui();
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const titleRef = useRef<HTMLInputElement>(null);
  const isFolded = useIsKeyboardOpen(element);
  const { errors } = form.formState;
  const category = useWatch({ control: form.control, name: 'category' });
  const servingsError = errors.estimatedServings?.message ?? errors.category?.message;
  return (
    <div ref={element}>
      <Card as="section" flush>
        <CardPicture form={form} photos={photos} title={titleRef} isFolded={isFolded} />
        <div className="flex flex-col gap-2 px-3 py-2 sm:gap-4 sm:p-5">
          <TitleField form={form} titleRef={titleRef} onTitle={onTitle} />
          <div data-field="category">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <ChipSelect
                name="category"
                label={t`What kind of food?`}
                shown={categoryLabel(category)}
                value={category}
                aria-invalid={errors.category ? true : undefined}
                className="max-w-max grow basis-24"
                onChange={({ target }) => {
                  const chosen = CATEGORIES.find((one) => one === target.value);
                  if (chosen) onCategory(chosen);
                }}
              >
                {CATEGORIES.map((one) => (
                  <option key={one} value={one}>
                    {categoryLabel(one)}
                  </option>
                ))}
              </ChipSelect>
              <ServingsStepper form={form} errorId={`${id}-servings`} hintId={`${id}-serving`} />
            </div>
            <FieldNotes
              hintId={`${id}-serving`}
              errorId={`${id}-servings`}
              hint={<ServingsHint />}
              error={servingsError}
            />
          </div>
          {pickup}
          {place}
          <AllergenChips form={form} />
          {eatBy}
        </div>
      </Card>
    </div>
  );
}

type TitleFieldProps = {
  readonly form: ListingForm;
  readonly titleRef: RefObject<HTMLInputElement | null>;
  readonly onTitle: (title: string) => void;
};

/** The title in the card's own type, in a box that is a field even when it is empty. */
function TitleField({ form, titleRef, onTitle }: TitleFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const [title, pickupLocation] = useWatch({ control: form.control, name: ['title', 'pickupLocation'] });
  const error = form.formState.errors.title?.message;
  const { ref, ...field } = form.register('title', {
    onChange: (event: { readonly target: { readonly value: string } }) => onTitle(event.target.value),
  });
  const hint = mentionsAddress(title, pickupLocation) && (
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

/** "Next" on the keyboard leads to the servings instead of sharing. */
function goToServings(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>('[name="estimatedServings"]')?.focus();
}

/** A viewport lower than this has an on-screen keyboard, or is a phone held sideways. */
const LOW_VIEWPORT_PX = 520;
const TYPED_IN = 'input:not([type=checkbox],[type=radio],[type=file]), textarea';

/**
 * True while a text field inside the element has the focus and little of the page is in view, as with a keyboard on the
 * screen. When that begins, the element's top is scrolled into view.
 */
function useIsKeyboardOpen(element: RefObject<HTMLElement | null>): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    const setFor = (focused: EventTarget | null) => {
      const isTyping =
        focused instanceof Element &&
        focused.matches(TYPED_IN) &&
        element.current?.contains(focused) === true;
      setOpen(isTyping && (viewport?.height ?? window.innerHeight) < LOW_VIEWPORT_PX);
    };
    const check = () => setFor(document.activeElement);
    const onLeave = (event: FocusEvent) => setFor(event.relatedTarget);
    document.addEventListener('focusin', check);
    document.addEventListener('focusout', onLeave);
    viewport?.addEventListener('resize', check);
    return () => {
      document.removeEventListener('focusin', check);
      document.removeEventListener('focusout', onLeave);
      viewport?.removeEventListener('resize', check);
    };
  }, [element]);
  useEffect(() => {
    if (isOpen) element.current?.scrollIntoView({ block: 'start' });
  }, [isOpen, element]);
  return isOpen;
}
