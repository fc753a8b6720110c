import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text.ts';
import type { Category } from '@openlarder/domain/listings/listing-contract.ts';
import { useWatch } from 'react-hook-form';
import { PhotoField } from '#web/features/photos/PhotoField.tsx';
import type { usePhotoUploads } from '#web/features/photos/use-photo-uploads.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ShareCategory } from './ShareCategory.tsx';
import { ShareFoodTags } from './ShareFoodTags.tsx';
import { ShareServings } from './ShareServings.tsx';
import { ShareUrgency } from './ShareUrgency.tsx';
import type { ListingForm } from './use-share-form.ts';

type Props = {
  readonly form: ListingForm;
  readonly photos: Pick<ReturnType<typeof usePhotoUploads>, 'uploads' | 'items'>;
  readonly onCategory: (category: Category) => void;
};

/** What the food is: how it looks, its kind and name, how much there is, and what is in it. */
export function ShareFood({ form, photos, onCategory }: Props) {
  const { t } = useLingui();
  const { control, register, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const [category, servings, isBulk] = useWatch({
    control,
    name: ['category', 'estimatedServings', 'isBulk'],
  });
  return (
    <>
      <div data-field="imageUrls imageCaptions">
        <PhotoField
          uploads={photos.uploads}
          items={photos.items}
          error={errors.imageUrls?.message ?? errors.imageCaptions?.message}
        />
      </div>
      <ShareCategory chosen={category} onChoose={onCategory} error={errors.category?.message} />
      <TextField
        {...register('title')}
        label={<Trans>Title</Trans>}
        placeholder={t`Six sourdough rolls`}
        maxLength={MAX_TITLE_LENGTH}
        autoComplete="off"
        enterKeyHint="next"
        error={errors.title?.message}
      />
      <ShareServings
        value={servings}
        onStep={(next) =>
          setValue('estimatedServings', next, { shouldDirty: true, shouldValidate: isSubmitted })
        }
        error={errors.estimatedServings?.message}
        field={register('estimatedServings', { valueAsNumber: true })}
      />
      {isBulk && <ShareUrgency form={form} />}
      <TextArea
        {...register('description')}
        label={<Trans>Description</Trans>}
        hint={<Trans>What is in it and how it was kept</Trans>}
        optional
        rows={2}
        maxLength={MAX_TEXT_LENGTH}
        error={errors.description?.message}
      />
      <ShareFoodTags form={form} />
    </>
  );
}
