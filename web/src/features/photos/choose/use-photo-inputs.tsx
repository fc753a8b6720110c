import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMediaQuery } from '#web/lib/browser-state.ts';

/** Formats the server reads. Listing them makes Apple devices convert their own format to JPEG. */
const ACCEPT = 'image/jpeg,image/png,image/webp';

type Options = {
  readonly label: string;
  readonly multiple?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
};

/** Hidden inputs for choosing photos. The camera is offered on touch devices. */
export function usePhotoInputs({ label, multiple = false, onChoose }: Options): {
  readonly inputs: ReactNode;
  readonly isTouch: boolean;
  readonly openFiles: () => void;
  readonly openCamera: () => void;
} {
  const { t } = useLingui();
  const isTouch = useMediaQuery('(pointer: coarse)');
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = Array.from(event.target.files ?? []);
    // Lets the same file be chosen again after it was removed.
    event.target.value = '';
    if (chosen.length > 0) onChoose(chosen);
  };
  const common = { type: 'file', accept: ACCEPT, hidden: true, onChange: choose } as const;
  return {
    inputs: (
      <>
        <input {...common} ref={files} multiple={multiple} aria-label={label} />
        <input {...common} ref={camera} capture="environment" aria-label={t`Take a photo`} />
      </>
    ),
    isTouch,
    openFiles: () => files.current?.click(),
    openCamera: () => camera.current?.click(),
  };
}

/** Takes files dropped or pasted on the page while `active`. True while a file is dragged over it. */
export function useFileDrop(active: boolean, take: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const bring = useEffectEvent((list: FileList | undefined) => {
    const files = Array.from(list ?? []);
    if (files.length > 0) take(files);
  });
  useEffect(() => {
    if (!active) return undefined;
    const paste = (event: ClipboardEvent) => bring(event.clipboardData?.files);
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // `relatedTarget` is null when the pointer leaves the page
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      bring(event.dataTransfer.files);
    };
    document.addEventListener('paste', paste);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [active]);
  return isOver;
}
