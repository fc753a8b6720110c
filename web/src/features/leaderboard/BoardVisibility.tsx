import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { Eye, EyeOff, Trophy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSaveProfile } from '#web/features/accounts/current-user.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { toastError } from '#web/lib/unauthorized.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Notice, ErrorNotice } from '#web/ui/Notice.tsx';

/** Says whether neighbors see oneself on the boards, with a way to change that. */
export function BoardVisibility({ me }: { readonly me: User }) {
  const save = useSaveProfile();
  const isShown = me.leaderboardVisible;
  const Icon = isShown ? Eye : EyeOff;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-sunken px-4 py-2.5 text-sm">
      <p className="flex min-w-0 flex-1 basis-48 items-center gap-3">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span>
          {isShown ? (
            <Trans>
              Neighbors can see your name and points here once you've given food, never what you received.
            </Trans>
          ) : (
            <Trans>Only you can see this. Neighbors don't see you on the leaderboard.</Trans>
          )}
        </span>
      </p>
      <Button
        variant="secondary"
        busy={save.isPending}
        onClick={() =>
          save.mutate(
            { leaderboardVisible: !isShown },
            {
              onError: (error) => toastError(error),
            },
          )
        }
      >
        {isShown ? <Trans>Hide me</Trans> : <Trans>Show me</Trans>}
      </Button>
    </div>
  );
}

const askedOf = (personId: string) =>
  storedValue<true>({
    key: personalKey('board-question', personId),
    parse: (stored) => (stored === true ? true : null),
  });

/** Asks people who start hidden once, after their first share, whether to appear on the leaderboard. */
export function BoardVisibilityPrompt({ me: { id, leaderboardVisible } }: { readonly me: User }) {
  const { t } = useLingui();
  const save = useSaveProfile();
  // asked on one visit only, answered or not
  const [isOpen, setOpen] = useState(() => !leaderboardVisible && askedOf(id).get() === null);
  useEffect(() => askedOf(id).set(true), [id]);
  if (save.isSuccess)
    return (
      <Notice tone="success" announce>
        <Trans>Your neighbors can see you on the leaderboard now. You can change that there anytime.</Trans>
      </Notice>
    );
  if (!isOpen) return null;
  return (
    <Card as="section" aria-label={t`Leaderboard`} className="flex flex-col gap-3">
      <h2 className="flex items-center gap-2 text-lg">
        <Trophy className="size-5 shrink-0 text-plum" />
        <Trans>You shared food. Want neighbors to see that?</Trans>
      </h2>
      <p className="text-muted">
        <Trans>
          The leaderboard shows a name like “Ana B.” and points, never what anyone received. You're not on it
          unless you say so.
        </Trans>
      </p>
      <ErrorNotice>{save.isError && errorMessage(save.error)}</ErrorNotice>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          busy={save.isPending}
          onClick={() => save.mutate({ leaderboardVisible: true })}
        >
          <Trans>Show me on the leaderboard</Trans>
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          <Trans>No, thanks</Trans>
        </Button>
      </div>
    </Card>
  );
}
