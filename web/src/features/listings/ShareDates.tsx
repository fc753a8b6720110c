import { Trans, useLingui } from '@lingui/react/macro';
import { DATE_KINDS, type DateKind } from '@openlarder/domain/listings/listing-contract.ts';
import { asksDateKind } from '@openlarder/domain/listings/share-defaults.ts';
import { Clock, Leaf } from 'lucide-react';
import { Controller, useWatch } from 'react-hook-form';
import { useNow } from '#web/lib/use-now.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { indicatorOf } from './share-indicator.ts';
import { endOfDayFromNow } from './share-values.ts';
import { ShareDayField } from './ShareDayField.tsx';
import { ShareInstantField } from './ShareInstantField.tsx';
import type { ListingForm } from './use-share-form.ts';

type Props = {
  readonly form: ListingForm;
  readonly timeZone: string;
  readonly setBestBy: (instant: string) => void;
  readonly setDateKind: (kind: DateKind) => void;
};

/** How long the food keeps. Everything is filled in; most people change nothing. */
export function ShareDates({ form, timeZone, setBestBy, setDateKind }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { control } = form;
  const { errors } = form.formState;
  const [category, isBulk, dateKind, bestByDate] = useWatch({
    control,
    name: ['category', 'isBulk', 'dateKind', 'bestByDate'],
  });
  const indicator = indicatorOf(bestByDate, nowMs);
  const isUseBy = dateKind === 'use_by';
  const label = isUseBy ? t`Use by` : t`Best by`;
  const days = [
    { days: 0, words: t`Today` },
    { days: 1, words: t`Tomorrow` },
    { days: 3, words: t`In 3 days` },
    { days: 7, words: t`In a week` },
  ].map(({ days: ahead, words }) => ({ words, instant: endOfDayFromNow(ahead, nowMs, timeZone) }));

  return (
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
                icon={indicator.tone === 'fresh' ? <Leaf aria-hidden="true" /> : <Clock aria-hidden="true" />}
              >
                {indicator.words}
              </Badge>
            )}
          </span>
        </div>
        <ChipRow label={label} className="wide:mx-0">
          {days.map(({ words, instant }) => (
            <Chip key={words} pressed={bestByDate === instant} onClick={() => setBestBy(instant)}>
              {words}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {asksDateKind(category) && (
        <RadioGroup<DateKind>
          name="dateKind"
          label={<Trans>Best before or use by?</Trans>}
          value={dateKind}
          onChange={(event) => {
            const kind = DATE_KINDS.find((one) => one === event.target.value);
            if (kind) setDateKind(kind);
          }}
          options={[
            {
              value: 'best_before',
              label: <Trans>Best before</Trans>,
              hint: <Trans>Good for a while after that day too. Cooked at home counts as this.</Trans>,
            },
            {
              value: 'use_by',
              label: <Trans>Use by</Trans>,
              hint: <Trans>The pack says “use by”: never eaten after that day.</Trans>,
            },
          ]}
          error={errors.dateKind?.message}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="bestByDate"
          render={({ field: { ref, name, value, onBlur } }) => {
            const common = {
              ref,
              name,
              label,
              value,
              onInstant: setBestBy,
              onBlur,
              error: errors.bestByDate?.message ?? (isUseBy ? errors.expiryDate?.message : undefined),
            };
            return isUseBy ? (
              <ShareDayField
                {...common}
                timeZone={timeZone}
                hint={<Trans>Until the end of that day. After it, nobody can claim it.</Trans>}
              />
            ) : (
              <ShareInstantField {...common} />
            );
          }}
        />
        {!isUseBy && !isBulk && (
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
        )}
      </div>
    </div>
  );
}
