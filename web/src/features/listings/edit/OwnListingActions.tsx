import { Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CalendarPlus, EllipsisVertical, PencilLine, RotateCcw, Undo2 } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { paths } from '#web/lib/paths.ts';

type DialogProps = { readonly listing: Listing; readonly onClose: () => void };
type Asks = 'change' | 'correct' | 'extend' | 'withdraw';

const DIALOGS: Readonly<Record<Asks, ComponentType<DialogProps>>> = {
  change: lazyPart(async () => (await import('./EditListing.tsx')).EditListing),
  correct: lazyPart(async () => (await import('./CorrectFood.tsx')).CorrectFood),
  extend: lazyPart(async () => (await import('./ExtendListing.tsx')).ExtendListing),
  withdraw: lazyPart(async () => (await import('./WithdrawListing.tsx')).WithdrawListing),
};

type OwnListingActionsProps = {
  readonly listing: Listing;
  /** Renders a menu behind one button, for a row of a list. */
  readonly compact?: boolean;
};

const isOver = ({ status }: Listing): boolean => status !== 'posted' && status !== 'claimed';

export function OwnListingActions({ listing, compact = false }: OwnListingActionsProps) {
  const [asks, setAsks] = useState<Asks | null>(null);
  const Asked = asks && DIALOGS[asks];
  const part = { listing, onAsk: setAsks };
  return (
    <>
      {compact ? <ActionMenu {...part} /> : <ActionButtons {...part} />}
      {Asked && (
        <Suspense fallback={null}>
          <Asked listing={listing} onClose={() => setAsks(null)} />
        </Suspense>
      )}
    </>
  );
}

type PartProps = { readonly listing: Listing; readonly onAsk: (what: Asks) => void };

function ActionButtons({ listing, onAsk }: PartProps) {
  if (isOver(listing))
    return (
      <LinkButton href={paths.shareAgain(listing.id)}>
        <Trans>Share again</Trans>
      </LinkButton>
    );
  if (listing.status === 'claimed')
    return (
      <Button variant="secondary" onClick={() => onAsk('correct')}>
        <Trans>Correct what's in it</Trans>
      </Button>
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="quiet" onClick={() => onAsk('withdraw')}>
        <Trans>Stop sharing</Trans>
      </Button>
      <Button variant="secondary" onClick={() => onAsk('extend')}>
        <Trans>Extend</Trans>
      </Button>
      <Button variant="secondary" onClick={() => onAsk('change')}>
        <Trans>Edit</Trans>
      </Button>
    </div>
  );
}

function ActionMenu({ listing, onAsk }: PartProps) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const { title } = listing;
  return (
    <Menu
      trigger={<IconButton label={t`Options for ${title}`} icon={<EllipsisVertical />} />}
      items={
        isOver(listing)
          ? [
              {
                label: <Trans>Share again</Trans>,
                icon: <RotateCcw />,
                onSelect: () => navigate(paths.shareAgain(listing.id)),
              },
            ]
          : listing.status === 'claimed'
            ? [
                {
                  label: <Trans>Correct what's in it</Trans>,
                  icon: <PencilLine />,
                  onSelect: () => onAsk('correct'),
                },
              ]
            : [
                {
                  label: <Trans>Edit</Trans>,
                  icon: <PencilLine />,
                  onSelect: () => onAsk('change'),
                },
                {
                  label: <Trans>Extend</Trans>,
                  icon: <CalendarPlus />,
                  onSelect: () => onAsk('extend'),
                },
                {
                  label: <Trans>Stop sharing</Trans>,
                  icon: <Undo2 />,
                  danger: true,
                  onSelect: () => onAsk('withdraw'),
                },
              ]
      }
    />
  );
}
