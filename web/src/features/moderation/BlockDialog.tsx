import { Trans, useLingui } from '@lingui/react/macro';
import { blockPerson } from '@openlarder/domain/moderation/moderation-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';

export type BlockablePerson = { readonly id: string; readonly displayName: string };

type Props = {
  readonly person: BlockablePerson;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onBlocked?: () => void;
};

/** Asks before blocking somebody, and says what it means. */
export function BlockDialog({ person, open, onOpenChange, onBlocked }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const name = person.displayName;
  const blocking = useMutation({
    mutationFn: () => call(blockPerson, { body: { userId: person.id } }),
    onSuccess: () => {
      onOpenChange(false);
      toast({ title: t`${name} is blocked`, description: t`You can take it back in your profile.` });
      onBlocked?.();
      // A block reaches listings, conversations and claims alike.
      void queryClient.invalidateQueries();
    },
    onError: (error) => toldUnauthorized(error),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>Block {name}?</Trans>}
      description={
        <Trans>
          You will not see each other’s food, and neither of you can claim from or write to the other. They
          are not told.
        </Trans>
      }
      confirmLabel={<Trans>Block</Trans>}
      danger
      busy={blocking.isPending}
      onConfirm={() => blocking.mutate()}
    >
      {blocking.isError && (
        <Notice tone="error" announce>
          {sentenceOf(blocking.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
