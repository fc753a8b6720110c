import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAppName } from '#web/features/community/community-settings.ts';
import { QrCode } from '#web/features/handovers/code/QrCode.tsx';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QueryState } from '#web/ui/ErrorState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { HoursTable } from '../hours/PartnerHours.tsx';
import { partnerQuery } from '../partners.queries.ts';
import './poster.css';

export function PosterSection({ partnerId }: { readonly partnerId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={<Trans>Poster for your window</Trans>}>
      <p className="mt-1 mb-3 text-muted">
        <Trans>People scan it and see what you're giving away right now.</Trans>
      </p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Printer className="size-5" />
        <Trans>Show the poster</Trans>
      </Button>
      {isOpen && <PosterDialog partnerId={partnerId} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function PosterDialog({ partnerId, onClose }: { readonly partnerId: string; readonly onClose: () => void }) {
  const query = useQuery(partnerQuery(partnerId));
  const partner = query.data;
  const address = new URL(paths.partner(partnerId), window.location.origin);
  return (
    <Dialog
      onOpenChange={onClose}
      title={<Trans>Poster for your window</Trans>}
      description={<Trans>Fits A4 and Letter paper.</Trans>}
      footer={
        <Button disabled={!partner} onClick={() => window.print()}>
          <Printer className="size-5" />
          <Trans>Print</Trans>
        </Button>
      }
    >
      {partner ? (
        <>
          <PosterPage
            name={partner.name}
            address={address}
            sentence={<Trans>Good food left over? It's yours. Scan, claim, come by.</Trans>}
            where={partner.address}
          >
            {partner.hours.length > 0 && (
              <HoursTable
                hours={partner.hours}
                className="mx-auto mt-[1cqw] w-fit gap-y-0! text-start text-[3cqw]/snug"
              />
            )}
          </PosterPage>
          <LinkButton href={paths.partner(partnerId)} variant="quiet" wide className="mt-2 print:hidden">
            <Trans>See what people see when they scan it</Trans>
          </LinkButton>
        </>
      ) : (
        <QueryState of={query} title={<Trans>We couldn't make your poster.</Trans>}>
          <Skeleton className="aspect-3/4 rounded-card" />
        </QueryState>
      )}
    </Dialog>
  );
}

type PosterPageProps = {
  /** Whose poster it is, below the community's name. */
  readonly name?: string;
  readonly address: URL;
  readonly sentence: ReactNode;
  readonly where?: string | null;
  readonly children?: ReactNode;
};

/** A page that leads to an address by its QR symbol. */
export function PosterPage({ name, address, sentence, where = null, children }: PosterPageProps) {
  const appName = useAppName();
  return (
    <article
      data-poster=""
      // all of it in sight; its sizes are parts of its own width
      className="@container mx-auto flex aspect-3/4 w-[min(100%,28rem,(86dvh-16rem)*0.75)] flex-col items-center justify-between rounded-card border text-center forced-color-adjust-none"
    >
      <header className="w-full px-[4cqw] pt-[5cqw]">
        {name !== undefined && (
          <p translate="no" className="text-[4.6cqw]/tight font-bold">
            {appName}
          </p>
        )}
        <h3 className="mt-[1.5cqw] line-clamp-2 font-display text-[10cqw]/none font-bold wrap-anywhere">
          <bdi translate="no">{name ?? appName}</bdi>
        </h3>
      </header>
      <QrCode content={address.href} className="w-[70cqw]" />
      <p className="px-[6cqw] text-[6.4cqw]/tight font-bold text-balance">{sentence}</p>
      <footer className="w-full px-[4cqw] pb-[4cqw]">
        <p className="text-[3.4cqw]/normal wrap-anywhere" dir="ltr">
          {address.host}
          {where && (
            <>
              {' · '}
              <bdi translate="no">{where}</bdi>
            </>
          )}
        </p>
        {children}
      </footer>
    </article>
  );
}
