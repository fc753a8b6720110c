import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, Printer } from 'lucide-react';
import { hasNoSession } from '#web/features/accounts/fetch-current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { LegalSection, LegalText } from './LegalText.tsx';
import { PrivacyNotice } from './PrivacyNotice.tsx';
import { TermsOfUse } from './TermsOfUse.tsx';

export function LegalPage({ what }: { what: 'terms' | 'privacy' }) {
  const { t } = useLingui();
  const title = what === 'terms' ? t`Terms of use` : t`Privacy notice`;
  useDocumentTitle(title);
  return (
    <article className="flex flex-col gap-6">
      {!hasNoSession() && (
        // Read from the settings, where the app around it is left.
        <LinkButton
          href={paths.profileSection('settings')}
          leaves
          variant="quiet"
          className="-mx-4 -mb-4 self-start underline underline-offset-4 print:hidden"
        >
          <ChevronLeft className="size-5 rtl:-scale-x-100" />
          <Trans>Back to your profile</Trans>
        </LinkButton>
      )}
      <PageHeading
        action={
          <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
            <Printer className="size-5" />
            <Trans>Print</Trans>
          </Button>
        }
      >
        {title}
      </PageHeading>
      {what === 'terms' ? <TermsOfUse /> : <PrivacyNotice />}
      <Operator withPrivacyNote={what === 'privacy'} />
      <nav aria-label={t`More to read`} className="flex flex-wrap gap-2 print:hidden">
        <LinkButton href={what === 'terms' ? paths.privacy : paths.terms} leaves variant="secondary">
          {what === 'terms' ? <Trans>Privacy notice</Trans> : <Trans>Terms of use</Trans>}
        </LinkButton>
        <LinkButton href={paths.home} leaves variant="secondary">
          <Trans>Back to Home</Trans>
        </LinkButton>
      </nav>
    </article>
  );
}

/** What only this community can say: its own part of the privacy notice, and who runs it. */
function Operator({ withPrivacyNote }: { readonly withPrivacyNote: boolean }) {
  const { operator = null, imprint = null, privacyNote = null } = useCommunity() ?? {};
  const note = withPrivacyNote ? privacyNote : null;
  if (!operator && imprint === null && note === null) return null;
  return (
    <LegalText>
      {note !== null && (
        <LegalSection title={<Trans>In this community</Trans>}>
          <Paragraphs text={note} />
        </LegalSection>
      )}
      {(operator || imprint !== null) && (
        <LegalSection title={<Trans>Who runs this</Trans>}>
          {operator && (
            <p>
              <span translate="no">{operator.name}</span>
              <br />
              {/^[^\s@]+@[^\s@]+$/.test(operator.contact) ? (
                <a
                  href={`mailto:${operator.contact}`}
                  translate="no"
                  className="underline underline-offset-4"
                >
                  {operator.contact}
                </a>
              ) : (
                operator.contact
              )}
            </p>
          )}
          {imprint !== null && <Paragraphs text={imprint} />}
        </LegalSection>
      )}
    </LegalText>
  );
}

const Paragraphs = ({ text }: { readonly text: string }) =>
  text.split(/\s*\n\s*/).map((paragraph) => <p key={paragraph}>{paragraph}</p>);
