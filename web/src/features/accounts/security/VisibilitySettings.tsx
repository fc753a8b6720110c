import { Trans } from '@lingui/react/macro';
import type { ProfileChange, User } from '@openlarder/domain/accounts/account-contract.ts';
import { SHARES_FROM } from '@openlarder/domain/accounts/standing.ts';
import type { ReactNode } from 'react';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useSaveProfile } from '../profile/use-save-profile.ts';

type Line = 'showsSharing' | 'showsReplies' | 'showsVerified';

/** Which lines of their standing a person shows. Every change is saved immediately. */
export function VisibilitySettings({ me }: { readonly me: User }) {
  const { often, very_often: veryOften, all_the_time: allTheTime } = SHARES_FROM;
  return (
    <fieldset>
      <legend className="font-semibold">
        <Trans>What neighbors see about you</Trans>
      </legend>
      <p className="mt-1 text-sm text-muted">
        <Trans>
          Only what you gave, never what you received. It's updated overnight and a week behind, so it never
          shows who you helped.
        </Trans>
      </p>
      <LineSwitch
        me={me}
        line="showsSharing"
        label={<Trans>How often you share</Trans>}
        hint={
          <Trans>
            “Shares often” appears once people have picked up your food {often} times, with warmer words after{' '}
            {veryOften} and {allTheTime}.
          </Trans>
        }
      />
      <LineSwitch
        me={me}
        line="showsReplies"
        label={<Trans>That you reply quickly</Trans>}
        hint={
          <Trans>
            “Usually replies the same day” appears when you answer most questions about your food.
          </Trans>
        }
      />
      {me.verified && <LineSwitch me={me} line="showsVerified" label={<Trans>That you're verified</Trans>} />}
    </fieldset>
  );
}

type LineProps = {
  readonly me: User;
  readonly line: Line;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
};

function LineSwitch({ me, line, label, hint }: LineProps) {
  const save = useSaveProfile();
  return (
    <Checkbox
      label={label}
      hint={hint}
      checked={save.isPending ? save.variables[line] === true : me[line]}
      onChange={(event) => {
        if (save.isPending) return;
        const change: ProfileChange = { [line]: event.target.checked };
        save.mutate(change, {
          onError: (error) => {
            if (!isUnauthorized(error)) toast({ title: errorMessage(error), tone: 'destructive' });
          },
        });
      }}
    />
  );
}
