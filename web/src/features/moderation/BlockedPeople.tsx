import { Trans, useLingui } from '@lingui/react/macro';
import { type Block, unblockPerson } from '@openlarder/domain/moderation/moderation-contract.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { blockedPeople } from './moderation.queries.ts';

/** The people somebody has blocked, each with the way back. Shows nothing while there are none. */
export function BlockedPeople() {
  const blocks = useQuery(blockedPeople);
  if (blocks.isError) {
    return (
      <ErrorState
        title={<Trans>We could not load the people you have blocked.</Trans>}
        onRetry={() => void blocks.refetch()}
        retrying={blocks.isFetching}
      >
        {sentenceOf(blocks.error)}
      </ErrorState>
    );
  }
  if (!blocks.data || blocks.data.length === 0) return null;
  return (
    <section aria-labelledby="blocked-people">
      <h2 id="blocked-people" className="text-xl">
        <Trans>Blocked people</Trans>
      </h2>
      <ul className="mt-3 flex flex-col divide-y divide-line">
        {blocks.data.map((block) => (
          <BlockedPerson key={block.person.id} block={block} />
        ))}
      </ul>
    </section>
  );
}

function BlockedPerson({ block }: { readonly block: Block }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const name = block.person.displayName;
  const unblocking = useMutation({
    mutationFn: () => call(unblockPerson, { params: { userId: block.person.id } }),
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
    <li className="flex items-center gap-3 py-2.5">
      <Avatar initials={block.person.initials} seed={block.person.id} size="small" />
      <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
      <Button
        variant="secondary"
        busy={unblocking.isPending}
        aria-label={t`Unblock ${name}`}
        onClick={() => unblocking.mutate()}
      >
        <Trans>Unblock</Trans>
      </Button>
    </li>
  );
}
