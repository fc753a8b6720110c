import { Suspense, useState } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';

const SafetyDialog = lazyPart(
  async () => (await import('#web/features/safety/SafetyDialog.tsx')).SafetyDialog,
);

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
