import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import type { PhotoItem } from '../upload/photo-list.ts';

type Props = {
  readonly item: PhotoItem;
  readonly alt: string;
  /** Called if a stored photo does not exist any more. */
  readonly onLost: () => void;
};

/** From the file; from the server after the upload if this browser cannot decode the file (HEIC). */
export function PhotoPreview({ item, alt, onLost }: Props) {
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const { photo, file, previewUrl, status } = item;
  const stored = file && photo ? `${photo.objectPath}?w=640` : null;
  const src = unreadable === previewUrl ? stored : previewUrl;
  const dim = status === 'done' ? '' : 'opacity-60';
  if (src === null || src === unreadable || (status === 'failed' && !file))
    return (
      <span className="flex size-full items-center justify-center text-muted">
        <ImageIcon className="size-8" />
        <span className="sr-only">{alt}</span>
      </span>
    );
  return (
    <img
      src={src}
      alt={alt}
      draggable={false}
      onError={() => {
        setUnreadable(src);
        if (!file) onLost();
      }}
      className={`size-full object-cover ${dim}`}
    />
  );
}
