import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { Eye, EyeOff } from 'lucide-react';
import { useSaveProfile } from '#web/features/accounts/profile/use-save-profile.ts';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast-store.ts';

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
              onError: (error) => {
                if (!isUnauthorized(error)) toast({ title: errorMessage(error), tone: 'destructive' });
              },
            },
          )
        }
      >
        {isShown ? <Trans>Hide me</Trans> : <Trans>Show me</Trans>}
      </Button>
    </div>
  );
}
