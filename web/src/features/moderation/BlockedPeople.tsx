import { Trans, useLingui } from '@lingui/react/macro';
import { unblockPerson } from '@openlarder/domain/moderation/moderation-contract.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { toastError } from '#web/lib/unauthorized.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { blockedPeopleQuery } from './moderation.queries.ts';
import type { BlockablePerson } from './SafetyMenu.tsx';

/** The people that the signed-in person has blocked, with a button to unblock each. Empty without blocks. */
export function BlockedPeople() {
  const blocks = useQuery(blockedPeopleQuery);
  if (blocks.isError) {
    return <QueryError of={blocks} title={<Trans>We couldn't load the people you've blocked.</Trans>} />;
  }
  if (!blocks.data || blocks.data.length === 0) return null;
  return (
    <Section title={<Trans>Blocked people</Trans>}>
      <ul className="mt-3 flex flex-col divide-y divide-line">
        {blocks.data.map(({ person }) => (
          <li key={person.id} className="flex items-center gap-3 py-2.5">
            <PersonAvatar person={person} size="small" />
            <span className="min-w-0 flex-1 truncate font-medium">
              <bdi translate="no">{person.displayName}</bdi>
            </span>
            <UnblockButton person={person} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function UnblockButton({ person }: { readonly person: BlockablePerson }) {
  const { t } = useLingui();
  const name = person.displayName;
  const unblockMutation = useMutation({
    mutationFn: () => call(unblockPerson, { params: { userId: person.id } }),
    onSuccess: () => toast({ title: t`${name} is no longer blocked` }),
    onError: (error) => toastError(error, t`${name} is still blocked`),
  });
  return (
    <Button
      variant="secondary"
      busy={unblockMutation.isPending}
      aria-label={t`Unblock ${name}`}
      onClick={() => unblockMutation.mutate()}
    >
      <Trans>Unblock</Trans>
    </Button>
  );
}
