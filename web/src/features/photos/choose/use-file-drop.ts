import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files that are dropped or pasted anywhere on the page while `active`. Returns true while a file is
 * dragged over the page.
 */
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
