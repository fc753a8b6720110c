import { useState } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { LazyOverlay } from '#web/ui/ErrorBoundary.tsx';

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
    <LazyOverlay
      onClose={() => {
        onOpenChange(false);
        setWanted(false);
      }}
    >
      <SafetyDialog open={open} onOpenChange={onOpenChange} />
    </LazyOverlay>
  );
}
