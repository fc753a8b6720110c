import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MAX_PHOTOS_PER_LISTING } from '@openlarder/domain/photos/photo-limits.ts';
import { Camera, CircleAlert, ImagePlus } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { PhotoPreview } from '#web/features/photos/choose/PhotoPreview.tsx';
import { usePhotoDialog } from '#web/features/photos/choose/use-photo-dialog.tsx';
import { usePhotoInputs } from '#web/features/photos/choose/use-photo-inputs.tsx';
import { isUploadPending, type PhotoItem } from '#web/features/photos/upload/photo-list.ts';
import type { FormPhotos } from '#web/features/photos/upload/use-photo-uploads.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FieldNotes } from '#web/ui/Field.tsx';
import { FoodDrawing } from '../ListingPicture.tsx';
import type { ListingEditor } from './use-listing-form.ts';

type Props = {
  readonly editor: ListingEditor;
  readonly photos: FormPhotos;
  /** Gets the focus once there is a photo. */
  readonly title: RefObject<HTMLInputElement | null>;
};

/** The card's picture: the photos, or the placeholder that neighbors see, with a button to add one. */
export function CardPicture({ editor, photos: { uploads, items }, title }: Props) {
  const { t } = useLingui();
  const id = useId();
  const { dialog, show, add, refusals, isTarget, dropTarget } = usePhotoDialog({
    uploads,
    items,
    elseFocus: title,
  });
  const { inputs, isTouch, openCamera } = usePhotoInputs({
    label: t`Photo of the food`,
    onChoose: (files) => {
      add(files);
      title.current?.focus();
    },
  });
  const problem =
    [...refusals, editor.errorOf('imageUrls') ?? editor.errorOf('imageCaptions')].filter(Boolean).join(' ') ||
    undefined;
  const describedBy = `${id}-status${problem ? ` ${id}-error` : ''}`;
  return (
    <div {...dropTarget} data-field="imageUrls imageCaptions">
      <div
        className={classNames(
          'relative flex min-h-[clamp(5rem,11svh,8rem)] overflow-hidden transition-[min-height] duration-150 sm:min-h-40',
          // while someone types on a touch screen, the picture makes room for the keyboard
          'pointer-coarse:group-has-[:is([type=text],[type=number],textarea):focus]/listing:min-h-18',
          // a photo fills it, however high it is
          items.length > 0 && 'h-0',
          isTarget && 'outline-4 -outline-offset-4 outline-brand',
        )}
      >
        {items.length === 0 ? (
          <>
            <FoodDrawing
              title={editor.values.title}
              category={editor.values.category}
              eager
              // its food stands beside the buttons
              className="absolute! inset-y-0 -start-[76%] w-[176%] sm:-start-1/3 sm:w-[134%]"
            />
            <div className="relative ms-auto flex flex-col items-center justify-center gap-1 px-3 py-1">
              <div className="flex flex-wrap justify-center gap-2">
                {isTouch && (
                  <Button aria-describedby={describedBy} onClick={openCamera}>
                    <Camera className="size-5" />
                    <Trans>Take photo</Trans>
                  </Button>
                )}
                <Button
                  key="add"
                  variant={isTouch ? 'secondary' : 'primary'}
                  aria-label={t`Add photos`}
                  aria-describedby={describedBy}
                  className={isTouch ? 'px-3!' : ''}
                  onClick={show}
                >
                  <ImagePlus className="size-5" />
                  {!isTouch && <Trans>Add photos</Trans>}
                </Button>
              </div>
              <p className="rounded-full bg-surface px-2 text-sm text-ink">
                <Trans>or we'll show this one</Trans>
              </p>
            </div>
          </>
        ) : (
          <button
            type="button"
            aria-describedby={describedBy}
            className="relative flex w-full -outline-offset-3"
            onClick={show}
          >
            {items.map((item) => (
              <span
                key={item.key}
                className="relative min-w-0 flex-1 overflow-hidden border-e-2 border-surface bg-sunken first:flex-2 last-of-type:border-e-0"
              >
                <PhotoPreview item={item} alt="" onLost={() => uploads.markMissing(item.key)} />
                {item.status === 'failed' && (
                  <CircleAlert className="absolute start-1 bottom-1 size-6 rounded-full bg-surface text-tomato" />
                )}
              </span>
            ))}
            <b className="absolute end-2 bottom-2 inline-flex min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-3 font-semibold">
              <ImagePlus className="size-5" />
              <span className="sr-only">
                <Trans>Change photos</Trans>
              </span>
              <span className="tabular-nums">
                {items.length}/{MAX_PHOTOS_PER_LISTING}
              </span>
            </b>
          </button>
        )}
      </div>
      {inputs}
      <output id={`${id}-status`} className="block px-3 pt-2 text-sm text-muted empty:hidden">
        <PhotoStatus items={items} />
      </output>
      {problem && (
        <div className="px-3">
          <FieldNotes hintId="" errorId={`${id}-error`} hint={undefined} error={problem} />
        </div>
      )}
      {dialog}
    </div>
  );
}

/** The upload status of a form's photos in one sentence; null once all are stored. */
function PhotoStatus({ items }: { readonly items: readonly PhotoItem[] }) {
  const underWay = items.filter(isUploadPending).length;
  const failed = items.filter(({ status }) => status === 'failed').length;
  if (underWay > 0)
    return (
      <Plural
        value={underWay}
        one="Sending # photo. You can keep going."
        other="Sending # photos. You can keep going."
      />
    );
  if (failed > 0)
    return (
      <Plural
        value={failed}
        one="We couldn't send # photo. Open photos to try again."
        other="We couldn't send # photos. Open photos to try again."
      />
    );
  return null;
}
