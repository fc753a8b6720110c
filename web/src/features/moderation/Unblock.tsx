import { Trans, useLingui } from '@lingui/react/macro';
import { unblockPerson } from '@openlarder/domain/moderation/moderation-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { BlockablePerson } from './BlockDialog.tsx';

/** Takes a block back. */
export function Unblock({ person }: { readonly person: BlockablePerson }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const name = person.displayName;
  const unblocking = useMutation({
    mutationFn: () => call(unblockPerson, { params: { userId: person.id } }),
    onSuccess: () => {
      toast({ title: t`${name} is no longer blocked` });
      void queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (toldUnauthorized(error)) return;
      toast({ title: t`${name} is still blocked`, description: sentenceOf(error), tone: 'destructive' });
    },
  });
  return (
    <Button
      variant="secondary"
      busy={unblocking.isPending}
      aria-label={t`Unblock ${name}`}
      onClick={() => unblocking.mutate()}
    >
      <Trans>Unblock</Trans>
    </Button>
  );
}
