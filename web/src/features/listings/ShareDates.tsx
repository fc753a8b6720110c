import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, Leaf } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { Controller } from 'react-hook-form';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { formatPickupWindow } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { indicatorOf } from './share-indicator.ts';
import { endOfDayFromNow, type ShareValues } from './share-values.ts';
import { ShareInstantField } from './ShareInstantField.tsx';

type Props = {
  readonly form: UseFormReturn<ShareValues, unknown, CreateListing>;
  readonly timeZone: string;
  readonly setBestBy: (instant: string) => void;
};

/** How long the food keeps, and when it can be picked up. Everything is filled in; most people change nothing. */
export function ShareDates({ form, timeZone, setBestBy }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { control, formState, watch } = form;
  const [bestByDate, availableFrom, availableUntil] = watch([
    'bestByDate',
    'availableFrom',
    'availableUntil',
  ]);
  const indicator = indicatorOf(bestByDate, nowMs);
  const { errors } = formState;
  const days = [
    { days: 0, words: t`Today` },
    { days: 1, words: t`Tomorrow` },
    { days: 3, words: t`In 3 days` },
    { days: 7, words: t`In a week` },
  ].map(({ days: ahead, words }) => ({ words, instant: endOfDayFromNow(ahead, nowMs, timeZone) }));

  return (
    <>
      <div className="flex flex-col gap-4">
        <div>
          <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
            <h2 className="font-sans text-base font-semibold tracking-normal">
              <Trans>How long does it keep?</Trans>
            </h2>
            <span aria-live="polite">
              {indicator && (
                <Badge
                  tone={indicator.tone}
                  icon={
                    indicator.tone === 'fresh' ? <Leaf aria-hidden="true" /> : <Clock aria-hidden="true" />
                  }
                >
                  {indicator.words}
                </Badge>
              )}
            </span>
          </div>
          <ChipRow label={t`Best by`} className="wide:mx-0">
            {days.map(({ words, instant }) => (
              <Chip key={words} pressed={bestByDate === instant} onClick={() => setBestBy(instant)}>
                {words}
              </Chip>
            ))}
          </ChipRow>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Controller
            control={control}
            name="bestByDate"
            render={({ field: { ref, name, value, onBlur } }) => (
              <ShareInstantField
                ref={ref}
                name={name}
                label={<Trans>Best by</Trans>}
                value={value}
                onInstant={setBestBy}
                onBlur={onBlur}
                error={errors.bestByDate?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="expiryDate"
            render={({ field: { ref, name, value, onChange, onBlur } }) => (
              <ShareInstantField
                ref={ref}
                name={name}
                label={<Trans>Not to be eaten after</Trans>}
                optional
                value={value ?? ''}
                onInstant={(instant) => onChange(instant || null)}
                onBlur={onBlur}
                error={errors.expiryDate?.message}
              />
            )}
          />
        </div>
      </div>
      <fieldset>
        <legend className="mb-2 font-semibold">
          <Trans>When can it be picked up?</Trans>
        </legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <Controller
            control={control}
            name="availableFrom"
            render={({ field: { ref, name, value, onChange, onBlur } }) => (
              <ShareInstantField
                ref={ref}
                name={name}
                label={<Trans>Available from</Trans>}
                value={value}
                onInstant={onChange}
                onBlur={onBlur}
                error={errors.availableFrom?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="availableUntil"
            render={({ field: { ref, name, value, onChange, onBlur } }) => (
              <ShareInstantField
                ref={ref}
                name={name}
                label={<Trans>Available until</Trans>}
                value={value}
                onInstant={onChange}
                onBlur={onBlur}
                error={errors.availableUntil?.message}
              />
            )}
          />
        </div>
        {availableFrom && availableUntil && (
          <PickupSummary from={availableFrom} until={availableUntil} nowMs={nowMs} />
        )}
      </fieldset>
    </>
  );
}

/** The window once more, as people say it: what two calendars in a row do not show at a glance. */
function PickupSummary({ from, until, nowMs }: { from: string; until: string; nowMs: number }) {
  const pickup = formatPickupWindow(from, until, nowMs);
  return (
    <p className="mt-2 text-sm text-muted">
      <Trans>Others read: Pick up {pickup}</Trans>
    </p>
  );
}
