import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { Camera, ImagePlus, SendHorizontal, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { PhotoPreview } from '#web/features/photos/choose/PhotoPreview.tsx';
import { useFileDrop, usePhotoInputs } from '#web/features/photos/choose/use-photo-inputs.tsx';
import { rejectionMessages } from '#web/features/photos/upload/photo-checks.ts';
import { isUploadPending, type PhotoItem } from '#web/features/photos/upload/photo-list.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { useDraft, usePhotoItem } from './messaging-store.ts';

/** From this length on, a counter shows the characters left. */
const COUNTER_FROM = MAX_TEXT_LENGTH - 200;
/** The `keyCode` of a key that an input method (Japanese, Chinese) handles. */
const IME_KEY_CODE = 229;

/** Enter without Shift, outside a composition, whose last key Safari sends afterwards with only the code. */
const isSendKey = ({ key, shiftKey, keyCode, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== IME_KEY_CODE;

type Props = { readonly conversationId: string; readonly name: string };

/** The message form. Enter sends, Shift+Enter starts a new line. */
export function Composer({ conversationId, name }: Props) {
  const { t } = useLingui();
  const { content, photo, setContent, attachPhoto, removePhoto, send } = useDraft(conversationId);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const area = useRef<HTMLTextAreaElement>(null);
  const item = usePhotoItem(photo);
  useInSightWhileWriting(area);

  const length = content.trim().length;
  const isTooLong = length > MAX_TEXT_LENGTH;
  const hasPhotoFailed = item?.status === 'failed';
  const canSend = (length > 0 || item !== null) && !isTooLong && !hasPhotoFailed;

  const addFiles = (files: readonly File[]) => {
    const refused = rejectionMessages(attachPhoto(files));
    setProblems(files.length > 1 ? [...refused, t`You can add one photo to each message.`] : refused);
    area.current?.focus();
  };
  const isTarget = useFileDrop(true, addFiles);
  const submit = () => {
    if (!canSend) return;
    send();
    setProblems([]);
    area.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    submit();
  };
  const onRemovePhoto = () => {
    removePhoto();
    setProblems([]);
    area.current?.focus();
  };
  return (
    <form
      onSubmit={onSubmit}
      className={classNames('border-t border-line p-3', isTarget && 'bg-brand-soft text-brand-soft-ink')}
    >
      {item && photo && (
        <DraftPhoto item={item} name={name} onRetry={() => photo.retry(item.key)} onRemove={onRemovePhoto} />
      )}
      {problems.length > 0 && (
        <p role="alert" className="px-1 pb-2 text-sm text-tomato">
          {problems.join(' ')}
        </p>
      )}
      <div className="flex items-end gap-1.5">
        <AttachPhotoButton onChoose={addFiles} />
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          value={content}
          aria-label={t`Message to ${name}`}
          aria-invalid={isTooLong || undefined}
          placeholder={isTarget ? t`Drop the photo here` : t`Write a message`}
          enterKeyHint="send"
          onChange={(event) => setContent(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-36 scroll-m-3 min-h-12 min-w-0 flex-1 resize-none rounded-control border border-control bg-surface px-3.5 py-3 text-base/snug placeholder:text-muted"
        />
        <IconButton
          type="submit"
          variant="brand"
          label={t`Send`}
          icon={<SendHorizontal className="rtl:-scale-x-100" />}
          disabled={!canSend}
          className="ms-0.5 size-12 shadow-none"
        />
      </div>
      <output
        className={classNames(
          'block px-1 text-end text-sm',
          isTooLong ? 'font-medium text-tomato' : 'text-muted',
          length > COUNTER_FROM && 'pt-1.5',
        )}
      >
        {length > COUNTER_FROM && <CharactersLeft left={MAX_TEXT_LENGTH - length} />}
      </output>
    </form>
  );
}

/** A keyboard on the screen leaves a low window, in which the field may be out of sight at large text. */
function useInSightWhileWriting(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const show = () => {
      if (document.activeElement === area.current) area.current?.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [area]);
}

function CharactersLeft({ left }: { readonly left: number }) {
  if (left < 0) return <Plural value={-left} one="# character too long" other="# characters too long" />;
  if (left === 0) return <Trans>You've reached the limit</Trans>;
  return <Plural value={left} one="# character left" other="# characters left" />;
}

/** Adds a photo to a message: a file, or on touch devices also the camera. */
function AttachPhotoButton({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) {
  const { t } = useLingui();
  const { inputs, isTouch, openFiles, openCamera } = usePhotoInputs({ label: t`Choose a photo`, onChoose });
  const button = {
    label: t`Add a photo`,
    icon: <ImagePlus />,
    className: '-ms-1.5 size-12 text-muted',
  };
  return (
    <>
      {isTouch ? (
        <Menu
          align="start"
          trigger={<IconButton {...button} />}
          items={[
            {
              label: t`Take a photo`,
              icon: <Camera />,
              onSelect: openCamera,
            },
            {
              label: t`Choose a photo`,
              icon: <ImagePlus />,
              onSelect: openFiles,
            },
          ]}
        />
      ) : (
        <IconButton {...button} onClick={openFiles} />
      )}
      {inputs}
    </>
  );
}

type DraftPhotoProps = {
  readonly item: PhotoItem;
  readonly name: string;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
};

function DraftPhoto({ item, name, onRetry, onRemove }: DraftPhotoProps) {
  const { t } = useLingui();
  const { failure, progress } = item;
  const isSending = isUploadPending(item);
  return (
    <div className="mb-2 flex items-center gap-3">
      <div className="size-18 shrink-0 overflow-hidden rounded-control bg-sunken">
        <PhotoPreview item={item} alt={t`Your photo`} onLost={onRemove} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5 text-sm">
        {failure ? (
          <p role="alert" className="text-tomato">
            {failure.message}
          </p>
        ) : (
          <p className="text-muted wrap-anywhere">
            <Trans>Only you and {name} will see it.</Trans>
          </p>
        )}
        {isSending && (
          <Progress
            label={t`Sending photo`}
            value={item.status === 'sending' && progress < 1 ? progress * 100 : null}
          />
        )}
        {failure && failure.retry !== 'never' && (
          <Button variant="secondary" onClick={onRetry}>
            <Trans>Try Again</Trans>
          </Button>
        )}
      </div>
      <IconButton label={t`Remove the photo`} icon={<X />} onClick={onRemove} />
    </div>
  );
}
