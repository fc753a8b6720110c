import { Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CalendarPlus, EllipsisVertical, PencilLine, RotateCcw, Undo2 } from 'lucide-react';
import { Suspense, useState, type ComponentType } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { paths } from '#web/lib/paths.ts';
import { instantAt } from '@openlarder/domain/kernel/time.ts';
import { formatDayTime, formatEnd } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useUpdateListing } from '../listings.queries.ts';
import { InstantField } from '../share/InstantField.tsx';
import { extendedUntilMs, extensionChanges, extensionRefusal } from './listing-changes.ts';

type DialogProps = { readonly listing: Listing; readonly onClose: () => void };
type Asks = 'change' | 'correct' | 'extend' | 'withdraw';

const DIALOGS: Readonly<Record<Asks, ComponentType<DialogProps>>> = {
  change: lazyPart(async () => (await import('./EditListing.tsx')).EditListing),
  correct: lazyPart(async () => (await import('./CorrectFood.tsx')).CorrectFood),
  extend: ExtendListing,
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
                  label: <Trans>Same tomorrow</Trans>,
                  icon: <RotateCcw />,
                  onSelect: () => navigate(paths.shareAgain(listing.id)),
                },
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

/**
 * Extends the offer by one hour, two hours or until a chosen time, and says which other dates change with it.
 */
function ExtendListing({ listing, onClose }: DialogProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const [choice, setChoice] = useState<1 | 2 | 'time'>(1);
  const [time, setTime] = useState(() => instantAt(extendedUntilMs(listing, 3)));
  const change = useUpdateListing(listing);
  const untilMs = choice === 'time' ? Date.parse(time) : extendedUntilMs(listing, choice);
  const refusal = extensionRefusal(listing, untilMs);
  const { expiryDate } = extensionChanges(listing, Number.isNaN(untilMs) ? 0 : untilMs);
  const until = Number.isNaN(untilMs) ? '' : formatEnd(untilMs, nowMs);
  const useBy = formatDayTime(listing.bestByDate, nowMs);
  const sentences = {
    'not-later': t`Please choose a later time.`,
    'past-use-by': t`Its use-by date is ${useBy}, so you can't offer it longer than that.`,
  };

  const extend = async () => {
    try {
      await change.mutateAsync(extensionChanges(listing, untilMs));
      toast({ title: t`Offered until ${until}`, tone: 'success' });
      onClose();
    } catch {
      // The dialog shows the error.
    }
  };
  return (
    <Dialog
      onOpenChange={onClose}
      size="small"
      title={<Trans>Offer it longer</Trans>}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button busy={change.isPending} disabled={refusal !== null} onClick={() => void extend()}>
            <Trans>Extend</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ChipRow label={t`How much longer?`} className="flex-wrap">
          <Chip pressed={choice === 1} onClick={() => setChoice(1)}>
            <Trans>1 hour</Trans>
          </Chip>
          <Chip pressed={choice === 2} onClick={() => setChoice(2)}>
            <Trans>2 hours</Trans>
          </Chip>
          <Chip pressed={choice === 'time'} onClick={() => setChoice('time')}>
            <Trans>Choose a time</Trans>
          </Chip>
        </ChipRow>
        {choice === 'time' && (
          <InstantField
            label={<Trans>Available until</Trans>}
            value={time}
            onInstant={setTime}
            error={refusal ? sentences[refusal] : undefined}
          />
        )}
        <div aria-live="polite">
          {refusal === null ? (
            <>
              <p className="text-lg font-semibold">
                <Trans>Offered until {until}</Trans>
              </p>
              {expiryDate && (
                <p className="mt-1 text-sm text-muted">
                  <Trans>
                    “Don't eat after” moves along with it. Please only extend food that will still be good
                    then.
                  </Trans>
                </p>
              )}
            </>
          ) : (
            choice !== 'time' && <p>{sentences[refusal]}</p>
          )}
        </div>
        <ErrorNotice>{change.isError && errorMessage(change.error)}</ErrorNotice>
      </div>
    </Dialog>
  );
}
