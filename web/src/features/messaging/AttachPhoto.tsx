import { useLingui } from '@lingui/react/macro';
import { Camera, ImagePlus } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';

/** What the server reads, by name: for a form that asks for it, Apple's devices turn their own format into JPEG. */
const ACCEPT = 'image/jpeg,image/png,image/webp';

/** The button that adds a photo to a message: by choosing one or, on a phone, by its camera. */
export function AttachPhoto({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) {
  const { t } = useLingui();
  const isTouch = useMediaQuery('(pointer: coarse)');
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = Array.from(event.target.files ?? []);
    // So that the same file can be chosen again after it was removed.
    event.target.value = '';
    if (files.length > 0) onChoose(files);
  };
  const button = {
    label: t`Add a photo`,
    icon: <ImagePlus aria-hidden="true" />,
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
              icon: <Camera aria-hidden="true" />,
              onSelect: () => camera.current?.click(),
            },
            {
              label: t`Choose a photo`,
              icon: <ImagePlus aria-hidden="true" />,
              onSelect: () => chooser.current?.click(),
            },
          ]}
        />
      ) : (
        <IconButton {...button} onClick={() => chooser.current?.click()} />
      )}
      <input
        ref={chooser}
        type="file"
        accept={ACCEPT}
        hidden
        aria-label={t`Choose a photo`}
        onChange={choose}
      />
      <input
        ref={camera}
        type="file"
        accept={ACCEPT}
        capture="environment"
        hidden
        aria-label={t`Take a photo`}
        onChange={choose}
      />
    </>
  );
}
