import { Trans, useLingui } from '@lingui/react/macro';
import { Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useAppName } from '#web/features/community/community-settings.ts';
import { QrCode } from '#web/features/handovers/code/QrCode.tsx';
import { paths } from '#web/lib/paths.ts';
import { shareLink } from '#web/lib/share-link.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PosterPage } from './Poster.tsx';

type Props = {
  /** The community is empty. */
  readonly isFirst?: boolean;
};

/** How an organizer brings people in: link, QR symbol, poster. */
export function InviteNeighbors({ isFirst = false }: Props) {
  const { t } = useLingui();
  const appName = useAppName();
  const [isPosterOpen, setPosterOpen] = useState(false);
  const address = new URL(paths.home, window.location.origin);
  const share = async () => {
    const outcome = await shareLink(appName, paths.home);
    if (outcome === 'copied') toast({ title: t`Link copied`, tone: 'success' });
    if (outcome === 'failed') toast({ title: t`Copy this link: ${address.href}` });
  };
  return (
    <Section
      title={isFirst ? <Trans>Invite your first ten</Trans> : <Trans>Invite neighbors</Trans>}
      heading="text-lg"
      className="w-full rounded-card border bg-surface p-4 text-start"
    >
      {isFirst && (
        <p className="mt-1 text-muted">
          <Trans>Start with people you know. Ten neighbors are enough for food to find someone.</Trans>
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <QrCode content={address.href} className="w-32 rounded-small" />
        <div className="flex min-w-44 flex-1 flex-col gap-2">
          <Button onClick={() => void share()}>
            <Share2 className="size-5" />
            <Trans>Send the link</Trans>
          </Button>
          <Button variant="secondary" onClick={() => setPosterOpen(true)}>
            <Printer className="size-5" />
            <Trans>Show the poster</Trans>
          </Button>
        </div>
      </div>
      <p className="mt-2 text-sm text-muted">
        <Trans>They can scan this from your screen.</Trans>
      </p>
      <Dialog
        open={isPosterOpen}
        onOpenChange={setPosterOpen}
        title={<Trans>Poster for your neighborhood</Trans>}
        description={<Trans>Fits A4 and Letter paper.</Trans>}
        footer={
          <Button onClick={() => window.print()}>
            <Printer className="size-5" />
            <Trans>Print</Trans>
          </Button>
        }
      >
        <PosterPage
          address={address}
          sentence={<Trans>Share what you have. Find what you need. Always free.</Trans>}
        />
      </Dialog>
    </Section>
  );
}
