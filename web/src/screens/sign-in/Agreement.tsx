import { Trans } from '@lingui/react/macro';
import { type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { paths } from '#web/lib/paths.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PrivacyNotice, TermsOfUse } from '../legal/documents.ts';

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

/** The terms accepted by signing up, with links to both legal texts. */
export function Agreement() {
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
