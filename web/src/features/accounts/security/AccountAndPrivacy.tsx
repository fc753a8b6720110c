import { Trans } from '@lingui/react/macro';
import {
  exportAccount,
  type ProfileChange,
  type User,
} from '@openlarder/domain/accounts/account-contract.ts';
import { signOutEverywhere } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { SHARES_FROM } from '@openlarder/domain/accounts/standing.ts';
import { useMutation } from '@tanstack/react-query';
import { Download, KeyRound } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { errorMessage, isNetworkError, isUnauthorized } from '#web/lib/http-error.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { endSessionAndGo } from '#web/lib/session-navigation.ts';
import { toastError } from '#web/lib/unauthorized.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useSaveProfile } from '../current-user.ts';
import { fetchCurrentUser } from '../fetch-current-user.ts';
import { ChangeEmail } from './ChangeEmail.tsx';
import { DiscreetMode } from './DiscreetMode.tsx';
import { SessionList } from './SessionList.tsx';

const ChangePasswordForm = lazyPart(
  async () => (await import('./ChangePasswordForm.tsx')).ChangePasswordForm,
);
const CloseAccountForm = lazyPart(async () => (await import('./CloseAccountForm.tsx')).CloseAccountForm);

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-2 py-5">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

export function AccountAndPrivacy({ me, sendsMail = false }: { me: User; sendsMail?: boolean }) {
  const [open, setOpen] = useState<'password' | 'close' | null>(null);
  const waiting = <Skeleton className="h-56 rounded-card" />;
  return (
    <Section title={<Trans>Account and privacy</Trans>}>
      <div className="mt-2 flex flex-col divide-y divide-line">
        <div className="py-3">
          <DiscreetMode me={me} />
        </div>
        <div className="py-5">
          <VisibilitySettings me={me} />
        </div>
        <div className="flex flex-col items-start gap-3 py-4 *:first:self-stretch">
          <SessionList />
          <SignOutEverywhere />
        </div>
        {sendsMail && (
          <Part title={<Trans>Email</Trans>}>
            <p translate="no" className="wrap-anywhere text-muted">
              {me.email}
            </p>
            <ChangeEmail me={me} />
          </Part>
        )}
        <Part title={<Trans>Password</Trans>}>
          {me.hasPassword ? (
            <Button variant="secondary" onClick={() => setOpen('password')}>
              <KeyRound className="size-5" />
              <Trans>Change password</Trans>
            </Button>
          ) : (
            <p className="text-muted">
              <Trans>
                You sign in through your community's own sign-in, so you change your password there.
              </Trans>
            </p>
          )}
        </Part>
        <Part title={<Trans>Your data</Trans>}>
          <p className="text-muted">
            <Trans>Download everything we store about you.</Trans>
          </p>
          <LinkButton href={exportAccount.path} leaves download variant="secondary">
            <Download className="size-5" />
            <Trans>Download my data</Trans>
          </LinkButton>
          <p className="flex flex-wrap gap-x-5">
            <a
              href={paths.terms}
              className="inline-flex min-h-11 items-center rounded-small font-semibold underline underline-offset-4"
            >
              <Trans>Terms of use</Trans>
            </a>
            <a
              href={paths.privacy}
              className="inline-flex min-h-11 items-center rounded-small font-semibold underline underline-offset-4"
            >
              <Trans>Privacy notice</Trans>
            </a>
          </p>
        </Part>
        <Part title={<Trans>Leaving</Trans>}>
          <p className="text-muted">
            <Trans>This cancels anything open and permanently deletes your account.</Trans>
          </p>
          <Button variant="secondary" className="text-tomato" onClick={() => setOpen('close')}>
            <Trans>Close account</Trans>
          </Button>
        </Part>
      </div>
      <Dialog
        open={open === 'password'}
        onOpenChange={() => setOpen(null)}
        size="small"
        title={<Trans>Change password</Trans>}
      >
        <Suspense fallback={waiting}>
          <ChangePasswordForm email={me.email} onSaved={() => setOpen(null)} />
        </Suspense>
      </Dialog>
      <Dialog
        open={open === 'close'}
        onOpenChange={() => setOpen(null)}
        title={<Trans>Close your account?</Trans>}
        description={<Trans>Here's what happens right away:</Trans>}
      >
        <Suspense fallback={waiting}>
          <CloseAccountForm me={me} onKeep={() => setOpen(null)} />
        </Suspense>
      </Dialog>
    </Section>
  );
}

function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);
  const ending = useMutation({
    mutationFn: () => endSessionAndGo(paths.home, () => call(signOutEverywhere), fetchCurrentUser),
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <Trans>Sign out everywhere</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={<Trans>Sign out everywhere?</Trans>}
        description={
          <Trans>This signs you out on every device, including this one. Nothing else changes.</Trans>
        }
        confirmLabel={<Trans>Sign out everywhere</Trans>}
        busy={ending.isPending || ending.isSuccess}
        onConfirm={() => ending.mutate()}
      >
        {ending.isError && !isUnauthorized(ending.error) && (
          <Notice tone="error" announce title={errorMessage(ending.error)}>
            {!isNetworkError(ending.error) && <Trans>You're still signed in.</Trans>}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}

type Line = 'showsSharing' | 'showsReplies' | 'showsVerified';

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
          onError: (error) => toastError(error),
        });
      }}
    />
  );
}
