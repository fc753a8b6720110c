import { Trans, useLingui } from '@lingui/react/macro';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { DATE_KINDS, type DateKind } from '@openlarder/domain/listings/listing-fields.ts';
import { needsDateKind } from '@openlarder/domain/listings/shelf-life.ts';
import type { ComponentProps } from 'react';
import { formatDay, formatDeadline } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { ChipSelect } from './CardChip.tsx';
import { InstantField } from '#web/ui/InstantField.tsx';
import { endOfDayFromNow, withPickupStart } from './listing-values.ts';
import type { ListingEditor } from './use-listing-form.ts';

type Props = { readonly editor: ListingEditor };
type InstantName = 'bestByDate' | 'expiryDate' | 'availableFrom' | 'availableUntil';

type FormInstantProps = Omit<ComponentProps<typeof InstantField>, 'name' | 'value' | 'onInstant'> & {
  readonly editor: ListingEditor;
  readonly name: InstantName;
};

/** One of the form's instants, and what moves along with it. */
export function FormInstant({ editor: { values, put, errorOf }, name, ...rest }: FormInstantProps) {
  const change = (instant: string) => {
    if (name === 'availableFrom') put(withPickupStart(values, instant));
    else put({ [name]: instant || (name === 'expiryDate' ? null : '') });
  };
  return (
    <InstantField error={errorOf(name)} {...rest} name={name} value={values[name] ?? ''} onInstant={change} />
  );
}

const DAYS_OFFERED = 5;
/** Food that is to be eaten sooner than this after the last pickup is of no use to who comes last. */
const TIME_TO_EAT_MS = HOUR_MS;

type EatByRowProps = Props & {
  /** Opens the field for any other date. */
  readonly onOther: (name: InstantName) => void;
};

/** Until when food that spoils soon is safe. Marked as a guess until the donor has said so. */
export function EatByRow({ editor, onOther }: EatByRowProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { timeZone } = editor.context;
  const { category, isBulk, dateKind, bestByDate, availableUntil } = editor.values;
  if (!needsDateKind(category)) return null;
  const isUseBy = dateKind === 'use_by';
  const name = isUseBy || isBulk ? 'bestByDate' : 'expiryDate';
  const value = editor.values[name] ?? '';
  const isDate = !Number.isNaN(Date.parse(value));
  const { said, isNew } = editor;
  const isGuess = isNew && isDate && said.bestByDate === undefined && said.expiryDate === undefined;
  const days = Array.from({ length: DAYS_OFFERED }, (_, ahead) => endOfDayFromNow(ahead, nowMs, timeZone));
  const label = isUseBy ? t`Use by` : isBulk ? t`Best by` : t`Don't eat after`;
  const shown = isDate ? formatDeadline(value, nowMs, timeZone) : t`Choose a day`;
  const isLate = Date.parse(value) - Date.parse(availableUntil) < TIME_TO_EAT_MS;
  const choose = (instant: string) =>
    editor.put({
      [name]: instant,
      // what is not to be eaten any more is not at its best either
      ...(Date.parse(bestByDate) > Date.parse(instant) && { bestByDate: instant }),
    });
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-sm font-semibold">{label}</span>
      <ChipSelect
        label={t`${label}: choose a day`}
        shown={isGuess ? formatDay(value, nowMs, timeZone) : shown}
        value={days.includes(value) ? value : ''}
        onChange={({ target }) => {
          if (target.value === 'other') onOther(name);
          else if (target.value) choose(target.value);
        }}
      >
        {!days.includes(value) && <option value="">{shown}</option>}
        {days.map((day) => (
          <option key={day} value={day}>
            {formatDay(day, nowMs, timeZone)}
          </option>
        ))}
        <option value="other">{t`Choose a date…`}</option>
      </ChipSelect>
      {isGuess && (
        <span className="text-sm text-muted">
          <Trans>our guess</Trans>
        </span>
      )}
      {isLate && (
        <output className="basis-full text-sm">
          <Trans>Pickup goes on until then. Leave people time to take it home and eat it.</Trans>
        </output>
      )}
    </div>
  );
}

/** How long the food keeps. Everything has a default; most people change nothing. */
export function DateFields({ editor }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { put, errorOf } = editor;
  const { category, isBulk, dateKind, bestByDate } = editor.values;
  const isUseBy = dateKind === 'use_by';
  const label = isUseBy ? t`Use by` : t`Best by`;
  const days = [
    { ahead: 0, words: t`Today` },
    { ahead: 1, words: t`Tomorrow` },
    { ahead: 3, words: t`In 3 days` },
    { ahead: 7, words: t`In a week` },
  ];

  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="mb-2 min-h-8 content-center font-sans text-base font-semibold tracking-normal">
          <Trans>How long does it keep?</Trans>
        </h2>
        <ChipRow label={label} className="wide:mx-0">
          {days.map(({ ahead, words }) => {
            const instant = endOfDayFromNow(ahead, nowMs, editor.context.timeZone);
            return (
              <Chip key={words} pressed={bestByDate === instant} onClick={() => put({ bestByDate: instant })}>
                {words}
              </Chip>
            );
          })}
        </ChipRow>
      </div>
      {needsDateKind(category) && (
        <RadioGroup<DateKind>
          name="dateKind"
          label={<Trans>Best before or use by?</Trans>}
          value={dateKind}
          onChange={(event) => {
            const kind = DATE_KINDS.find((one) => one === event.target.value);
            // it is said of this kind of food, which the title's next word leaves as it is
            if (kind) put({ dateKind: kind, category });
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
          error={errorOf('dateKind')}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormInstant
          key={dateKind}
          editor={editor}
          name="bestByDate"
          label={label}
          {...(isUseBy && {
            kind: 'date',
            hint: <Trans>Good through the end of that day. After that, no one can claim it.</Trans>,
            error: errorOf('bestByDate') ?? errorOf('expiryDate'),
          })}
        />
        {!isUseBy && !isBulk && (
          <FormInstant editor={editor} name="expiryDate" label={<Trans>Don't eat after</Trans>} optional />
        )}
      </div>
    </div>
  );
}
