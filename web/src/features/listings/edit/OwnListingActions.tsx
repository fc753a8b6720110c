import { Trans, useLingui } from '@lingui/react/macro';
import { instantAt } from '@openlarder/domain/kernel/time.ts';
import {
  type Listing,
  resumeListing,
  withdrawListing,
} from '@openlarder/domain/listings/listing-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, EllipsisVertical, PencilLine, RotateCcw, Undo2 } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '#web/lib/call.ts';
import { formatDayTime, formatEnd } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { toast, toastFailure } from '#web/ui/toast-store.ts';
import { listingQuery, useUpdateListing } from '../listings.queries.ts';
import { InstantField } from '#web/ui/InstantField.tsx';
import {
  extendedUntilMs,
  extensionChanges,
  extensionRefusal,
  isToldToClaimers,
  mayExtend,
  suggestedUntilMs,
} from './listing-changes.ts';

type DialogProps = { readonly listing: Listing; readonly onClose: () => void };

const DIALOGS = {
  change: lazyPart(async () => (await import('./EditListing.tsx')).EditListing),
  extend: ExtendListing,
  withdraw: WithdrawListing,
} satisfies Readonly<Record<string, ComponentType<DialogProps>>>;

type Action = {
  readonly label: ReactNode;
  readonly icon: ReactNode;
  /** The dialog that it opens, or where it leads. */
  readonly asks?: keyof typeof DIALOGS;
  readonly href?: string;
  readonly danger?: boolean;
};

/** What the donor can do with a listing, the likeliest first. */
function actionsOf(listing: Listing, compact: boolean): readonly Action[] {
  const { id, status } = listing;
  const href = paths.shareAgain(id);
  const sameTomorrow = { label: <Trans>Same tomorrow</Trans>, icon: <RotateCcw />, href };
  if (status === 'claimed')
    return [{ label: <Trans>Correct what's in it</Trans>, icon: <PencilLine />, asks: 'change' }];
  if (status !== 'posted') return [{ label: <Trans>Share again</Trans>, icon: <RotateCcw />, href }];
  return [
    ...(compact ? [sameTomorrow] : []),
    { label: <Trans>Edit</Trans>, icon: <PencilLine />, asks: 'change' },
    ...(mayExtend(listing)
      ? [{ label: <Trans>Extend</Trans>, icon: <CalendarPlus />, asks: 'extend' } as const]
      : []),
    { label: <Trans>Stop sharing</Trans>, icon: <Undo2 />, asks: 'withdraw', danger: true },
  ];
}

type OwnListingActionsProps = {
  readonly listing: Listing;
  /** Renders a menu behind one button, for a row of a list. */
  readonly compact?: boolean;
};

export function OwnListingActions({ listing, compact = false }: OwnListingActionsProps) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<keyof typeof DIALOGS | null>(null);
  const Asked = asked && DIALOGS[asked];
  const actions = actionsOf(listing, compact);
  const act = ({ asks, href = '' }: Action) => (asks ? setAsked(asks) : navigate(href));
  const { title } = listing;
  return (
    <>
      {compact ? (
        <Menu
          trigger={<IconButton label={t`Options for ${title}`} icon={<EllipsisVertical />} />}
          items={actions.map((action) => ({ ...action, onSelect: () => act(action) }))}
        />
      ) : (
        <div className="flex w-full flex-wrap justify-end gap-2 max-sm:gap-1.5">
          {actions.toReversed().map((action) => (
            <Button
              key={action.asks ?? 'again'}
              variant={action.danger ? 'quiet' : action.href ? 'primary' : 'secondary'}
              className="max-sm:flex-auto max-sm:px-2! max-sm:text-sm"
              onClick={() => act(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
      {Asked && (
        <Suspense fallback={null}>
          <Asked listing={listing} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Longer than usual: the donor may have one hand free. */
const UNDO_MS = 15_000;

/** Stops the offer after a question. Undo offers the same listing again, as it was. */
export function WithdrawListing({ listing, onClose }: DialogProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const params = { id: listing.id };
  const undo = async () => {
    try {
      const again = await call(resumeListing, {
        params,
        body: { estimatedServings: listing.estimatedServings },
      });
      queryClient.setQueryData(listingQuery(listing.id).queryKey, again);
      toast({ title: t`You're sharing this food again`, tone: 'success' });
    } catch (error) {
      toastFailure(t`Error`, errorMessage(error));
    }
  };
  const hasClaims = listing.servingsLeft < listing.estimatedServings;
  const withdrawing = useMutation({
    mutationFn: () => call(withdrawListing, { params }),
    onSuccess: (changed) => {
      onClose();
      queryClient.setQueryData(listingQuery(listing.id).queryKey, changed);
      toast({
        // one short line: a long one beside its button has no room above a dialog on a phone
        title: hasClaims ? t`Stopped. Claimed pickups still go ahead.` : t`You've stopped sharing this food`,
        durationMs: UNDO_MS,
        action: { label: t`Undo`, onSelect: () => void undo() },
      });
    },
  });
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={<Trans>Stop sharing this food?</Trans>}
      description={
        hasClaims ? (
          <Trans>No one can claim what's left. Pickups already claimed stay as planned.</Trans>
        ) : (
          <Trans>No one can claim it anymore. You can share it again later.</Trans>
        )
      }
      confirmLabel={<Trans>Stop sharing</Trans>}
      cancelLabel={<Trans>Keep it</Trans>}
      danger
      busy={withdrawing.isPending}
      onConfirm={() => withdrawing.mutate()}
    >
      <ErrorNotice>{withdrawing.isError && errorMessage(withdrawing.error)}</ErrorNotice>
    </ConfirmDialog>
  );
}

/**
 * Extends the offer by one hour, two hours or until a chosen time, as far as it may be extended, and says which other dates change with it.
 */
function ExtendListing({ listing, onClose }: DialogProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const isPossible = (hours: 1 | 2): boolean =>
    extensionRefusal(listing, extendedUntilMs(listing, hours)) === null;
  const [choice, setChoice] = useState<1 | 2 | 'time'>(() => (isPossible(1) ? 1 : 'time'));
  const [time, setTime] = useState(() => instantAt(suggestedUntilMs(listing)));
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
      const body = extensionChanges(listing, untilMs);
      await change.mutateAsync(body);
      toast({
        title: t`Offered until ${until}`,
        ...(isToldToClaimers(body, listing) && {
          description: t`We've let everyone who's still picking it up know.`,
        }),
        tone: 'success',
      });
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
          {isPossible(1) && (
            <Chip pressed={choice === 1} onClick={() => setChoice(1)}>
              <Trans>1 hour</Trans>
            </Chip>
          )}
          {isPossible(2) && (
            <Chip pressed={choice === 2} onClick={() => setChoice(2)}>
              <Trans>2 hours</Trans>
            </Chip>
          )}
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
