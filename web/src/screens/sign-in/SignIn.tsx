import { Trans, useLingui } from '@lingui/react/macro';
import { safeReturnTo } from '@openlarder/domain/accounts/return-to.ts';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { QueryClientProvider } from '@tanstack/react-query';
import { ForgotPasswordForm } from '#web/features/accounts/sign-in/ForgotPasswordForm.tsx';
import { readStoredReturnPath } from '#web/features/accounts/sign-in/use-sign-in.ts';
import { useAppName, useCommunity } from '#web/features/community/community-settings.ts';
import { LanguageChoice } from '#web/features/community/LanguageChoice.tsx';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { useAddress } from '#web/lib/address.ts';
import { requestHeadingFocus } from '#web/lib/focus.ts';
import { signInPath } from '#web/lib/session-navigation.ts';
import { Card } from '#web/ui/Card.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { parseSignInLink, type MailedLink, withoutSignInLink } from './mailed-link.ts';
import { AuthForm } from './AuthForm.tsx';

const LegalPage = lazyPart(async () => (await import('../legal/LegalPage.tsx')).LegalPage);
const NewPasswordForm = lazyPart(
  async () => (await import('#web/features/accounts/sign-in/NewPasswordForm.tsx')).NewPasswordForm,
);
const ConfirmEmail = lazyPart(
  async () => (await import('#web/features/accounts/sign-in/ConfirmEmail.tsx')).ConfirmEmail,
);
const CompleteSignUp = lazyPart(
  async () => (await import('#web/features/accounts/sign-in/CompleteSignUp.tsx')).CompleteSignUp,
);

/** The outcome of a mailed link, which decides the next form. */
type Outcome = 'password-saved' | 'reset-over' | 'sign-in-first' | 'left' | null;

export function SignIn() {
  return (
    <SignInFrame>
      <Suspense fallback={<Skeleton className="h-80 max-w-md rounded-card" />}>
        <Chosen />
      </Suspense>
    </SignInFrame>
  );
}

/** Chooses the page by the address, the mailed link and its outcome. */
function Chosen() {
  const { t } = useLingui();
  const [address] = useAddress();
  const link = useMailedLink();
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [email, setEmail] = useState('');
  const sendsMail = useCommunity()?.sendsMail ?? false;
  const isMailed = 'token' in link;
  const [kept] = useState(() => (isMailed ? readStoredReturnPath(Date.now()) : '/'));
  const { returnTo: wanted, read } = address;
  const comesToHelp = address.as === 'volunteer';
  const returnTo = wanted !== null ? safeReturnTo(wanted) : comesToHelp ? paths.helpOffer : kept;
  const cameOf = (next: Outcome) => {
    requestHeadingFocus();
    setOutcome(next);
  };

  if (read !== null) return <LegalPage what={read} />;
  if (link.kind === 'reset' && outcome === null) {
    return (
      <OneForm title={t`Choose a new password`}>
        <NewPasswordForm
          token={link.token}
          onSaved={() => cameOf('password-saved')}
          onLinkOver={() => cameOf('reset-over')}
        />
      </OneForm>
    );
  }
  if (link.kind === 'verify' && outcome === null) {
    return (
      <OneForm title={t`Confirm your email`}>
        <ConfirmEmail
          token={link.token}
          returnTo={returnTo}
          onSignInFirst={() => cameOf('sign-in-first')}
          onLeave={() => cameOf('left')}
        />
      </OneForm>
    );
  }
  if (link.kind === 'sign-up' && outcome === null) {
    return (
      <OneForm title={t`Confirm your email`}>
        <CompleteSignUp token={link.token} returnTo={returnTo} onLeave={() => cameOf('left')} />
      </OneForm>
    );
  }
  if (address.forgot !== null || outcome === 'reset-over') {
    return (
      <OneForm
        key="forgot"
        title={t`Forgot your password?`}
        intro={<Trans>It happens. Get a link and choose a new one.</Trans>}
        before={
          outcome === 'reset-over' && (
            <Notice tone="warning" announce title={<Trans>This link doesn't work anymore</Trans>}>
              <Trans>It's been used already, or it's too old. Get a new one here.</Trans>
            </Notice>
          )
        }
        after={
          <Link
            href={signInPath(returnTo)}
            onClick={() => cameOf('left')}
            className="inline-flex min-h-11 items-center rounded-small font-semibold text-brand underline underline-offset-4"
          >
            <Trans>Back to sign-in</Trans>
          </Link>
        }
      >
        <ForgotPasswordForm email={email} sendsMail={sendsMail} returnTo={returnTo} />
      </OneForm>
    );
  }
  return (
    <AuthForm
      returnTo={returnTo}
      isNew={address.new !== null}
      comesToHelp={comesToHelp}
      email={email}
      onForgot={(typed) => {
        setEmail(typed);
        cameOf(null);
      }}
      notice={
        address.ended !== null ? (
          <Notice tone="info" announce title={<Trans>You were signed out</Trans>}>
            <Trans>Sign in again to pick up where you left off.</Trans>
          </Notice>
        ) : (
          <OutcomeNotice link={link} outcome={outcome} />
        )
      }
    />
  );
}

/** A notice before signing in: the outcome of a mailed link or of the identity provider. */
function OutcomeNotice({ link, outcome }: { link: MailedLink; outcome: Outcome }) {
  if (outcome === 'password-saved') {
    return (
      <Notice tone="success" announce title={<Trans>We saved your new password</Trans>}>
        <Trans>Use it to sign in here and on your other devices.</Trans>
      </Notice>
    );
  }
  if (outcome === 'sign-in-first') {
    return (
      <Notice tone="warning" announce title={<Trans>This link doesn't work anymore</Trans>}>
        <Trans>Sign in with your password, and we'll send you a new one.</Trans>
      </Notice>
    );
  }
  if (link.kind !== 'provider-refused') return null;
  return link.isKnownAddress ? (
    <Notice tone="warning" announce title={<Trans>You already have an account here</Trans>}>
      <Trans>
        It uses the same email, which isn't confirmed yet. Sign in with your password instead. If you forgot
        it, choose a new one.
      </Trans>
    </Notice>
  ) : (
    <Notice tone="error" announce title={<Trans>We couldn't sign you in</Trans>}>
      <Trans>Nothing has changed. Try again, or use your email and password.</Trans>
    </Notice>
  );
}

type OneFormProps = {
  title: string;
  intro?: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
  children: ReactNode;
};

function OneForm({ title, intro, before, after, children }: OneFormProps) {
  useDocumentTitle(title);
  return (
    <div className="flex max-w-md flex-col gap-6">
      <PageHeading below={intro}>{title}</PageHeading>
      {before}
      <Card>{children}</Card>
      {after}
    </div>
  );
}

/**
 * What the page was opened for. The mailed token leaves the address immediately, so that it is in no history,
 * bookmark or referrer, and a reload does not use it twice.
 */
function useMailedLink(): MailedLink {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [link] = useState(() => parseSignInLink(search));
  useEffect(() => {
    const kept = withoutSignInLink(search);
    if (kept !== search) navigate(kept ? `${path}?${kept}` : path, { replace: true });
  }, [search, path, navigate]);
  return link;
}

function SignInFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const appName = useAppName();
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto flex min-h-dvh max-w-[58rem] flex-col">
        <header className="flex min-h-17 flex-wrap items-center justify-between gap-x-3 px-gutter print:hidden">
          <a href={paths.home} aria-label={t`${appName}, back to Home`} className="rounded-small">
            <WordMark />
          </a>
          <LanguageChoice />
        </header>
        <main className="px-gutter pt-4 pb-16 sm:pt-10">{children}</main>
      </div>
    </QueryClientProvider>
  );
}
