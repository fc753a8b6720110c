import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const ChangeEmailForm = lazy(async () => ({
  default: (await import('./ChangeEmailForm.tsx')).ChangeEmailForm,
}));

export function ChangeEmail({ me }: { me: User }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Mail className="size-5" />
        <Trans>Change email</Trans>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} size="small" title={<Trans>Change email</Trans>}>
        <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
          <ChangeEmailForm me={me} />
        </Suspense>
      </Dialog>
    </>
  );
}
