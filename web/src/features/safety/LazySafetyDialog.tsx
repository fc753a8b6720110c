import { lazy, Suspense, useState } from 'react';

const SafetyDialog = lazy(async () => ({ default: (await import('./SafetyDialog.tsx')).SafetyDialog }));

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
