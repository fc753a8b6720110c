import { type DragEvent, type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { rejectionMessages } from '../upload/photo-checks.ts';
import type { PhotoItem } from '../upload/photo-list.ts';
import type { PhotoUploads } from '../upload/photo-uploads.ts';

const PhotoDialog = lazyPart(async () => (await import('./PhotoDialog.tsx')).PhotoDialog);

type Options = {
  readonly uploads: PhotoUploads;
  readonly items: readonly PhotoItem[];
  /** Receives the focus if the button that opened the dialog is gone when it closes. */
  readonly elseFocus?: RefObject<HTMLElement | null>;
};

type PhotoDialogParts = {
  readonly dialog: ReactNode;
  readonly show: () => void;
  readonly add: (files: readonly File[]) => void;
  /** Why files that were dropped or added were rejected. */
  readonly refusals: readonly string[];
  /** A file is dragged over the drop target. */
  readonly isTarget: boolean;
  /** Attributes of the element that takes dropped files. */
  readonly dropTarget: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: () => void;
    readonly onDrop: ((event: DragEvent) => void) | undefined;
  };
};

/** The dialog for adding and sorting a form's photos, and dropping files into the form itself. */
export function usePhotoDialog({ uploads, items, elseFocus }: Options): PhotoDialogParts {
  const [open, setOpen] = useState(false);
  // Loaded on first use, then kept mounted for the closing animation.
  const [used, setUsed] = useState(false);
  const [isTarget, setIsTarget] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  useKeptPage();
  const add = (files: readonly File[]) => setRefusals(rejectionMessages(uploads.add(files)));
  return {
    show: () => {
      setUsed(true);
      setOpen(true);
      setRefusals([]);
    },
    add,
    refusals,
    isTarget: isTarget && !open,
    dropTarget: {
      onDragOver: (event) => setIsTarget(event.dataTransfer.types.includes('Files')),
      onDragLeave: () => setIsTarget(false),
      // Drops into the dialog bubble to here through React's tree.
      onDrop: open
        ? undefined
        : (event) => {
            setIsTarget(false);
            add(Array.from(event.dataTransfer.files));
          },
    },
    dialog: used && (
      <Suspense fallback={null}>
        <PhotoDialog
          open={open}
          onOpenChange={setOpen}
          uploads={uploads}
          items={items}
          {...(elseFocus && { elseFocus })}
        />
      </Suspense>
    ),
  };
}

/** Prevents a file dropped next to the field from replacing the page. */
function useKeptPage(): void {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('dragover', keep);
    document.addEventListener('drop', keep);
    return () => {
      document.removeEventListener('dragover', keep);
      document.removeEventListener('drop', keep);
    };
  }, []);
}
