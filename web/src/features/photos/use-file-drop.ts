import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes the files that are dropped or pasted anywhere while `active`: whoever drags one with a shaking hand need not
 * aim. Says whether one is being dragged over the page.
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
      // nothing is related when the pointer leaves the page, and something when it goes on within it
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
