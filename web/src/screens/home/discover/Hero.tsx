import { Trans } from '@lingui/react/macro';
import { HandHeart, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { requestHeadingFocus } from '#web/lib/heading-focus.ts';

/** A short welcome with the two main actions. */
export function Hero({ onFind }: { onFind: () => void }) {
  const { firstName, userType } = useCurrentUser();
  return (
    <section
      aria-labelledby="welcome"
      className="flex flex-col gap-3 rounded-card bg-brand-soft p-3 text-brand-soft-ink sm:p-6 wide:flex-row wide:items-center wide:justify-between"
    >
      <h2 id="welcome" className="px-1 pt-1 text-lg sm:px-0 sm:text-2xl">
        <Trans>Hungry, {firstName}? Here's what's nearby.</Trans>
      </h2>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onFind} className="flex-auto whitespace-nowrap sm:flex-none">
          <Search aria-hidden="true" className="hidden size-5 sm:block" />
          <Trans>Find Food Near You</Trans>
        </Button>
        <LinkButton
          href={paths.tab('share')}
          variant="secondary"
          className="flex-auto border-transparent whitespace-nowrap sm:flex-none"
        >
          <HandHeart aria-hidden="true" className="hidden size-5 sm:block" />
          <Trans>Share Food</Trans>
        </LinkButton>
        {userType !== 'donor' && (
          <NeedFoodButton className="flex-auto underline underline-offset-4 sm:flex-none" />
        )}
      </div>
    </section>
  );
}

const RequestDialog = lazy(async () => ({
  default: (await import('#web/features/emergency/request-form/RequestDialog.tsx')).RequestDialog,
}));

/** Opens the request form for a person who needs food. The request then appears on the profile. */
function NeedFoodButton({ className }: { readonly className?: string }) {
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
