import { loadDocumentTexts } from '#web/app/i18n/i18n.ts';
import { lazy, Suspense, useState } from 'react';

const SafetyDialog = lazy(async () => {
  const [guide] = await Promise.all([
    import('#web/features/safety/guide/SafetyDialog.tsx'),
    loadDocumentTexts(),
  ]);
  return { default: guide.SafetyDialog };
});

/** The Food Safety Guidelines, loaded when first opened. */
export function LazySafetyDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <SafetyDialog open={open} onOpenChange={onOpenChange} />
    </Suspense>
  );
}
