import { Trans, useLingui } from '@lingui/react/macro';
import { type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { DemoAccounts } from '#web/features/accounts/sign-in/DemoAccounts.tsx';
import { ProviderButton, SignInForm } from '#web/features/accounts/sign-in/SignInForm.tsx';
import { SignUpForm } from '#web/features/accounts/sign-in/SignUpForm.tsx';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

const TermsOfUse = lazyPart(async () => (await import('../legal/TermsOfUse.tsx')).TermsOfUse);
const PrivacyNotice = lazyPart(async () => (await import('../legal/PrivacyNotice.tsx')).PrivacyNotice);

type AuthFormProps = {
  returnTo: string;
  isNew: boolean;
  /** Whether the person came to volunteer: chosen for them, and theirs to change. */
  comesToHelp: boolean;
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
      <div className="mt-6 flex flex-col gap-6 min-[44rem]:flex-row min-[44rem]:items-start wide:gap-8">
        <Card
          className={classNames(
            'flex min-w-0 max-w-md flex-1 flex-col gap-5',
            demoAccounts.length > 0 && 'min-[44rem]:max-w-none',
          )}
        >
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
                  <>
                    {demoAccounts.length > 0 && (
                      <p className="mb-4 text-sm text-muted">
                        <Trans>
                          This demo starts over each night. An account you create here is gone tomorrow.
                        </Trans>
                      </p>
                    )}
                    <SignUpForm
                      returnTo={returnTo}
                      userType={comesToHelp ? 'volunteer' : 'recipient'}
                      agreement={<Agreement />}
                      onSignIn={() => setWay('sign-in')}
                    />
                  </>
                ),
              },
            ]}
          />
        </Card>
        {demoAccounts.length > 0 && (
          <div className="min-w-0 max-w-md min-[44rem]:w-80 wide:w-88">
            <DemoAccounts accounts={demoAccounts} returnTo={returnTo} />
          </div>
        )}
      </div>
    </>
  );
}

type ReadLinkProps = { href: string; onRead: () => void; children: ReactNode };

/** A link that opens in a dialog, so that a half-filled form stays; a new tab still opens the page. */
function ReadLink({ href, onRead, children }: ReadLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onRead();
  };
  return (
    <a
      href={href}
      onClick={open}
      className="rounded-small py-2.5 font-semibold text-ink underline underline-offset-4"
    >
      {children}
    </a>
  );
}

function Agreement() {
  // While closing, the dialog still shows its last text.
  const [reading, setReading] = useState<'terms' | 'privacy'>('terms');
  const [isOpen, setOpen] = useState(false);
  const read = (what: 'terms' | 'privacy') => {
    setReading(what);
    setOpen(true);
  };
  return (
    <div className="text-sm/relaxed text-muted">
      <p>
        <Trans>
          By creating an account, you agree to the{' '}
          <ReadLink href={paths.terms} onRead={() => read('terms')}>
            terms of use
          </ReadLink>
          . To see what we store about you and who sees it, read the{' '}
          <ReadLink href={paths.privacy} onRead={() => read('privacy')}>
            privacy notice
          </ReadLink>
          .
        </Trans>
      </p>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="large"
        title={reading === 'terms' ? <Trans>Terms of use</Trans> : <Trans>Privacy notice</Trans>}
      >
        <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
          {reading === 'terms' ? <TermsOfUse /> : <PrivacyNotice />}
        </Suspense>
      </Dialog>
    </div>
  );
}
