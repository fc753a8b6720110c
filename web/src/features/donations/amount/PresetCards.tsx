import { useLingui } from '@lingui/react/macro';
import { DONATION_PRESETS, type DonationPreset } from '@openlarder/domain/donations/donation-amounts.ts';
import { formatMoney } from '../donation-format.ts';
import { presetText } from '../donation-labels.ts';

type PresetCardsProps = {
  /** Null while an amount is typed. */
  readonly chosen: DonationPreset | null;
  readonly onChoose: (preset: DonationPreset) => void;
};

/** The four offered amounts, with what each does. */
export function PresetCards({ chosen, onChoose }: PresetCardsProps) {
  const { t } = useLingui();
  return (
    <fieldset>
      <legend className="sr-only">{t`Amount`}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3">
        {DONATION_PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === chosen}
            onClick={() => onChoose(preset)}
            className="flex min-h-21 flex-col items-start rounded-card border-2 border-transparent bg-surface p-4 text-start shadow-card transition-colors duration-150 hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-soft-ink forced-colors:border-[CanvasText] forced-colors:aria-pressed:border-[Highlight]"
          >
            <span className="font-display text-xl font-bold tracking-[-0.02em] tabular-nums">
              {formatMoney(preset)}
            </span>
            <span className="mt-0.5 text-sm">{presetText(preset)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
