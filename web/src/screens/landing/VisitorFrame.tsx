import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useAppName, useCommunity } from '#web/features/community/community-settings.ts';
import { LanguageChoice } from '#web/features/community/LanguageChoice.tsx';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { paths } from '#web/lib/paths.ts';
import { LazySafetyDialog } from '#web/screens/safety/LazySafetyDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

/** The links of the header, which has little room on a phone. */
export const VISITOR_LINK = 'max-sm:px-1.5 max-sm:text-sm';

type VisitorHeaderProps = {
  /** Links before "Sign In". */
  readonly children: ReactNode;
  readonly signIn?: string;
};

export function VisitorHeader({ children, signIn = paths.signIn }: VisitorHeaderProps) {
  const { t } = useLingui();
  return (
    <header className="page-width flex min-h-17 items-center gap-x-1 px-gutter py-2">
      <WordMark yields />
      <nav aria-label={t`Main`} className="flex flex-wrap items-center justify-end gap-1 sm:gap-2">
        {children}
        <LinkButton href={signIn} leaves variant="secondary" className="max-sm:px-2.5 max-sm:text-sm">
          <Trans>Sign In</Trans>
        </LinkButton>
      </nav>
    </header>
  );
}

export const BackToHome = () => (
  <LinkButton href={paths.home} variant="quiet" className={VISITOR_LINK}>
    <Trans>Back to Home</Trans>
  </LinkButton>
);

type VisitorFooterProps = {
  /** Where the mailbox stands above already. */
  readonly hidesMailbox?: boolean;
};

/** Who runs it, and what a visitor may want to read before signing up. */
export function VisitorFooter({ hidesMailbox = false }: VisitorFooterProps) {
  const { t } = useLingui();
  const appName = useAppName();
  const { operator = null, volunteerEmail: email = null } = useCommunity() ?? {};
  const runBy = operator?.name;
  const [isSafetyOpen, setSafetyOpen] = useState(false);
  return (
    <footer className="border-t bg-sunken">
      <div className="page-width flex flex-col gap-4 px-gutter py-8 wide:flex-row wide:items-center wide:justify-between">
        <div className="max-w-[56ch] text-sm text-muted">
          <p>
            {runBy ? (
              <Trans>
                {appName} is run by {runBy} with OpenLarder: free software under the AGPL-3.0. The organizers
                can give you its source code.
              </Trans>
            ) : (
              <Trans>
                {appName} is run by people of this community, with OpenLarder: free software under the
                AGPL-3.0. The organizers can give you its source code.
              </Trans>
            )}
          </p>
          {operator && <p>{operator.contact}</p>}
          {email !== null && !hidesMailbox && (
            <p>
              <Trans>Write to us:</Trans>{' '}
              <a
                href={`mailto:${email}`}
                translate="no"
                className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-ink underline underline-offset-4"
              >
                {email}
              </a>
            </p>
          )}
        </div>
        <nav aria-label={t`More to read`} className="-mx-3 flex flex-wrap items-center *:px-3">
          <LinkButton href={paths.donate} variant="quiet">
            <Trans>Donate</Trans>
          </LinkButton>
          <Button variant="quiet" onClick={() => setSafetyOpen(true)}>
            <Trans>Food safety</Trans>
          </Button>
          <LinkButton href={paths.privacy} leaves variant="quiet">
            <Trans>Privacy notice</Trans>
          </LinkButton>
          <LinkButton href={paths.terms} leaves variant="quiet">
            <Trans>Terms of use</Trans>
          </LinkButton>
        </nav>
        <div className="-mx-3">
          <LanguageChoice />
        </div>
      </div>
      <LazySafetyDialog open={isSafetyOpen} onOpenChange={setSafetyOpen} />
    </footer>
  );
}
