import { Trans, useLingui } from '@lingui/react/macro';
import { instantAt } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useState } from 'react';
import { formatDayTime, formatEnd } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useUpdateListing } from '../listings.queries.ts';
import { InstantField } from '../share/InstantField.tsx';
import { extendedUntilMs, extensionChanges, extensionRefusal } from './listing-changes.ts';

type Props = { readonly listing: Listing; readonly onClose: () => void };

/**
 * Extends the offer by one hour, two hours or until a chosen time, and says which other dates change with it.
 */
export function ExtendListing({ listing, onClose }: Props) {
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
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
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
