import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { DemoAccounts } from '#web/features/accounts/sign-in/DemoAccounts.tsx';
import { ProviderButton, SignInForm } from '#web/features/accounts/sign-in/SignInForm.tsx';
import { SignUpForm } from '#web/features/accounts/sign-in/SignUpForm.tsx';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { Card } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { Agreement } from './Agreement.tsx';

type AuthFormProps = {
  returnTo: string;
  /** Whether the person came to create an account. */
  isNew: boolean;
  /** Whether the person came to volunteer: chosen for them, and theirs to change. */
  comesToHelp: boolean;
  /** Email already typed into another form of this page. */
  email: string;
  onForgot: (email: string) => void;
  /** Shown first, for example that a new password is saved. */
  notice: ReactNode;
};

/** Sign-in and sign-up forms side by side; continues to `returnTo` afterwards. */
export function AuthForm({ returnTo, isNew, comesToHelp, email, onForgot, notice }: AuthFormProps) {
  const { t } = useLingui();
  const [way, setWay] = useState<'sign-in' | 'sign-up'>(isNew ? 'sign-up' : 'sign-in');
  const community = useCommunity();
  const demoAccounts = community?.demoAccounts ?? [];
  useDocumentTitle(t`Sign In`);
  return (
    <>
      <PageHeading
        below={
          <span className="block max-w-[46ch]">
            <Trans>Share what you have. Find what you need. Always free, neighbor to neighbor.</Trans>
          </span>
        }
      >
        <Trans>Welcome to the table</Trans>
      </PageHeading>
      <div className="mt-6 max-w-md empty:hidden">{notice}</div>
      <div className="mt-6 flex flex-col gap-6 wide:flex-row wide:items-start wide:gap-8">
        <Card className="flex min-w-0 max-w-md flex-1 flex-col gap-5 wide:max-w-none">
          {community?.identityProvider && (
            <ProviderButton name={community.identityProvider.name} returnTo={returnTo} />
          )}
          <Tabs
            label={t`Sign in or create an account`}
            value={way}
            onValueChange={setWay}
            tabs={[
              {
                value: 'sign-in',
                label: t`Sign in`,
                content: (
                  <SignInForm
                    returnTo={returnTo}
                    email={email}
                    sendsMail={community?.sendsMail ?? false}
                    onForgot={onForgot}
                  />
                ),
              },
              {
                value: 'sign-up',
                label: t`Create account`,
                content: (
                  <SignUpForm
                    returnTo={returnTo}
                    userType={comesToHelp ? 'volunteer' : 'recipient'}
                    agreement={<Agreement />}
                    onSignIn={() => setWay('sign-in')}
                  />
                ),
              },
            ]}
          />
        </Card>
        {demoAccounts.length > 0 && (
          <div className="min-w-0 max-w-md wide:w-88">
            <DemoAccounts accounts={demoAccounts} returnTo={returnTo} />
          </div>
        )}
      </div>
    </>
  );
}
