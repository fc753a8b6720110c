import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { loadEmergencyTexts } from '#web/features/emergency/emergency-texts.ts';
import { requestHeadingFocus } from '#web/lib/heading-focus.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';

const RequestDialog = lazy(async () => {
  const [part] = await Promise.all([
    import('#web/features/emergency/request-form/RequestDialog.tsx'),
    loadEmergencyTexts(),
  ]);
  return { default: part.RequestDialog };
});

/** The quiet way to ask for food, where somebody without any looks first. What is asked is then on the profile. */
export function NeedFoodButton({ className }: { readonly className?: string }) {
  const [, navigate] = useLocation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" className={className} onClick={() => setOpen(true)}>
        <Trans>Need food now?</Trans>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <RequestDialog
            open
            onOpenChange={setOpen}
            onCreated={() => {
              requestHeadingFocus();
              navigate(paths.requests);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
