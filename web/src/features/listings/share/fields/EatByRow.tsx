import { Trans, useLingui } from '@lingui/react/macro';
import { needsDateKind } from '@openlarder/domain/listings/share-defaults.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { formatDay, formatDeadline } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ChipSelect } from '../card/CardChip.tsx';
import { endOfDayFromNow, type ShareFields } from '../draft/form-values.ts';
import type { ListingForm } from '../use-share-form.ts';

/** Number of days offered after today. */
const DAYS_OFFERED = 5;
const OTHER = 'other';

type Props = {
  readonly form: ListingForm;
  readonly timeZone: string;
  /** The dates that the form would choose now. */
  readonly defaults: () => Pick<ShareFields, 'bestByDate' | 'expiryDate'>;
  readonly onDate: (name: 'bestByDate' | 'expiryDate', instant: string) => void;
  /** Opens the field for any other date. */
  readonly onOther: (name: 'bestByDate' | 'expiryDate') => void;
};

/** Until when food that spoils soon is safe. Marked as a guess until the donor has said so. */
export function EatByRow({ form, timeZone, defaults, onDate, onOther }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const [isSaid, setSaid] = useState(false);
  const [category, isBulk, dateKind, bestByDate, expiryDate] = useWatch({
    control: form.control,
    name: ['category', 'isBulk', 'dateKind', 'bestByDate', 'expiryDate'],
  });
  if (!needsDateKind(category)) return null;
  const isUseBy = dateKind === 'use_by';
  const name = isUseBy || isBulk ? 'bestByDate' : 'expiryDate';
  const value = (name === 'bestByDate' ? bestByDate : expiryDate) ?? '';
  const guess = defaults();
  const isGuess = !isSaid && guess.bestByDate === bestByDate && guess.expiryDate === expiryDate;
  const days = Array.from({ length: DAYS_OFFERED }, (_, ahead) => endOfDayFromNow(ahead, nowMs, timeZone));
  const label = isUseBy ? t`Use by` : isBulk ? t`Best by` : t`Don't eat after`;
  const isDate = !Number.isNaN(Date.parse(value));
  const shown = isDate ? formatDeadline(value, nowMs, timeZone) : t`Choose a day`;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-sm font-semibold">{label}</span>
      <ChipSelect
        label={t`${label}: choose a day`}
        shown={isGuess && isDate ? formatDay(value, nowMs, timeZone) : shown}
        value={days.includes(value) ? value : ''}
        onChange={({ target }) => {
          setSaid(true);
          if (target.value === OTHER) onOther(name);
          else if (target.value) onDate(name, target.value);
        }}
      >
        {!days.includes(value) && <option value="">{shown}</option>}
        {days.map((day) => (
          <option key={day} value={day}>
            {formatDay(day, nowMs, timeZone)}
          </option>
        ))}
        <option value={OTHER}>{t`Choose a date…`}</option>
      </ChipSelect>
      {isGuess && isDate && (
        <span className="text-sm text-muted">
          <Trans>our guess</Trans>
        </span>
      )}
    </div>
  );
}
