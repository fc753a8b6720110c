import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ShareIndicator, shareIndicator } from '@openlarder/domain/listings/freshness.ts';
import { DATE_KINDS, type DateKind } from '@openlarder/domain/listings/listing-fields.ts';
import { needsDateKind } from '@openlarder/domain/listings/share-defaults.ts';
import { Clock, Leaf } from 'lucide-react';
import { Controller, useWatch } from 'react-hook-form';
import { useNow } from '#web/lib/use-now.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { DateTimeInstantField, DayField } from './DayAndTimeFields.tsx';
import { endOfDayFromNow } from '../draft/form-values.ts';
import type { ListingForm } from '../use-share-form.ts';

const WORDS: Readonly<Record<ShareIndicator, MessageDescriptor>> = {
  Expired: msg`Expired`,
  'Expires Very Soon': msg`Expires Very Soon`,
  'Expires Today': msg`Expires Today`,
  'Expires Tomorrow': msg`Expires Tomorrow`,
  Fresh: msg`Fresh`,
};

const TONES: Readonly<Record<ShareIndicator, BadgeTone>> = {
  Expired: 'expired',
  'Expires Very Soon': 'critical',
  'Expires Today': 'today',
  'Expires Tomorrow': 'tomorrow',
  Fresh: 'fresh',
};

type IndicatorProps = { readonly form: ListingForm; readonly className?: string };

/** How fresh food with the form's best-by date is; nothing without a date. Announced when it changes. */
export function FreshnessIndicator({ form, className }: IndicatorProps) {
  const nowMs = useNow();
  const bestByMs = Date.parse(useWatch({ control: form.control, name: 'bestByDate' }));
  const indicator = Number.isNaN(bestByMs) ? null : shareIndicator(bestByMs, nowMs);
  return (
    <span aria-live="polite" className={classNames('flex', className)}>
      {indicator && (
        <Badge
          tone={TONES[indicator]}
          icon={indicator === 'Fresh' ? <Leaf aria-hidden="true" /> : <Clock aria-hidden="true" />}
        >
          {i18n._(WORDS[indicator])}
        </Badge>
      )}
    </span>
  );
}

type Props = {
  readonly form: ListingForm;
  readonly timeZone: string;
  readonly setBestBy: (instant: string) => void;
  readonly setDateKind: (kind: DateKind) => void;
  /** The indicator of freshness is shown elsewhere. */
  readonly withoutIndicator?: boolean;
};

/** How long the food keeps. Everything has a default; most people change nothing. */
export function DateFields({ form, timeZone, setBestBy, setDateKind, withoutIndicator = false }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { control } = form;
  const { errors } = form.formState;
  const [category, isBulk, dateKind, bestByDate] = useWatch({
    control,
    name: ['category', 'isBulk', 'dateKind', 'bestByDate'],
  });
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
          {!withoutIndicator && <FreshnessIndicator form={form} />}
        </div>
        <ChipRow label={label} className="wide:mx-0">
          {days.map(({ words, instant }) => (
            <Chip key={words} pressed={bestByDate === instant} onClick={() => setBestBy(instant)}>
              {words}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {needsDateKind(category) && (
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
              hint: <Trans>Still good for a while after that day. Choose this for home cooking.</Trans>,
            },
            {
              value: 'use_by',
              label: <Trans>Use by</Trans>,
              hint: <Trans>The package says “use by”. Never eat it after that day.</Trans>,
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
              <DayField
                {...common}
                timeZone={timeZone}
                hint={<Trans>Good through the end of that day. After that, no one can claim it.</Trans>}
              />
            ) : (
              <DateTimeInstantField {...common} />
            );
          }}
        />
        {!isUseBy && !isBulk && (
          <Controller
            control={control}
            name="expiryDate"
            render={({ field: { ref, name, value, onChange, onBlur } }) => (
              <DateTimeInstantField
                ref={ref}
                name={name}
                label={<Trans>Don't eat after</Trans>}
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
