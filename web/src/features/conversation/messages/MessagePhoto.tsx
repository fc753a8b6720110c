import { Trans, useLingui } from '@lingui/react/macro';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-limits.ts';
import { ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { thumbhashPlaceholder } from '#web/features/photos/thumbhash-placeholder.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Every photo in a thread has this size, so that loading shifts nothing. */
export const PHOTO_FRAME =
  'relative block aspect-4/3 w-64 max-w-full overflow-hidden rounded-control bg-sunken';

type Props = { readonly photo: Photo; readonly alt: string };

const sourcesOf = ({ objectPath }: Photo): string =>
  PHOTO_WIDTHS.map((width) => `${objectPath}?w=${width} ${width}w`).join(', ');

export function MessagePhoto({ photo, alt }: Props) {
  const { t } = useLingui();
  const [isLarge, setLarge] = useState(false);
  const [isLost, setLost] = useState(false);
  const placeholder = useMemo(() => thumbhashPlaceholder(photo.thumbhash), [photo.thumbhash]);
  if (isLost) return <MissingPhoto />;
  const { objectPath, width, height } = photo;
  return (
    <>
      <button
        type="button"
        aria-label={t`${alt}, view larger`}
        onClick={() => setLarge(true)}
        className={`${PHOTO_FRAME} bg-cover bg-center`}
        {...(placeholder && { style: { backgroundImage: `url("${placeholder}")` } })}
      >
        <img
          src={`${objectPath}?w=640`}
          srcSet={sourcesOf(photo)}
          sizes="16rem"
          alt=""
          width={width}
          height={height}
          decoding="async"
          onError={() => setLost(true)}
          className="size-full object-cover"
        />
      </button>
      <Dialog open={isLarge} onOpenChange={setLarge} size="large" title={alt}>
        <img
          src={`${objectPath}?w=1280`}
          alt={alt}
          width={width}
          height={height}
          className="mx-auto h-auto max-h-[70dvh] w-auto max-w-full rounded-control object-contain"
        />
      </Dialog>
    </>
  );
}

export function MissingPhoto() {
  return (
    <p className="flex items-center gap-2 text-sm">
      <ImageOff className="size-4 shrink-0" />
      <Trans>This photo isn't available anymore.</Trans>
    </p>
  );
}
