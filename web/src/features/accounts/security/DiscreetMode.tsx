import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { toastError } from '#web/lib/unauthorized.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { useSaveProfile } from '../current-user.ts';

/** Saved as soon as it is changed; it is the person's, not of one request or device. */
export function DiscreetMode({ me }: { readonly me: User }) {
  const save = useSaveProfile();
  return (
    <Checkbox
      label={<Trans>Keep it discreet</Trans>}
      hint={
        <Trans>
          The tab shows a plain name, nothing makes a sound, and notifications, emails, and your calendar
          don't mention food.
        </Trans>
      }
      checked={save.isPending ? save.variables.discreet === true : me.discreet}
      onChange={(event) => {
        if (save.isPending) return;
        save.mutate({ discreet: event.target.checked }, { onError: (error) => toastError(error) });
      }}
    />
  );
}
