import { Trans, useLingui } from '@lingui/react/macro';
import {
  type AmountRefusal,
  choiceRefusal,
  DONATION_PRESETS,
  type DonationPreset,
  donationRange,
  effectiveAmount,
  impactTier,
  MAX_DONOR_MESSAGE_LENGTH,
} from '@openlarder/domain/donations/donation-amounts.ts';
import {
  SELECTABLE_DONATION_TYPES,
  type SelectableDonationType,
} from '@openlarder/domain/donations/donation-fields.ts';
import { minorUnits } from '@openlarder/domain/kernel/currencies.ts';
import { fromDollarCents } from '@openlarder/domain/kernel/currency-scales.ts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { communityRegion, formatMoney } from '#web/lib/format.ts';
import { useAboveBottomEdge } from '#web/ui/bottom-edge.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { DonationDraft } from '../donation-draft.ts';
import { amountRefusalText, presetText, typeHint, typeLabel } from '../donation-labels.ts';
import { StepHeading } from '../StepHeading.tsx';
import { HowToPay } from './HowDonationsHelp.tsx';

type AmountStepProps = {
  readonly draft: DonationDraft;
  readonly onChange: (change: Partial<DonationDraft>) => void;
  readonly onProceed: () => void;
  /** Beside the form on a wide screen, below it on a phone. */
  readonly beside: ReactNode;
};

export function AmountStep({ draft, onChange, onProceed, beside }: AmountStepProps) {
  const { t } = useLingui();
  const customId = useId();
  const custom = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<AmountRefusal | null>(null);
  const aboveToasts = useAboveBottomEdge();
  const { amount } = draft;
  const { currency } = communityRegion();
  const cents = effectiveAmount(amount, currency);
  const money = formatMoney(cents);
  const purpose = typeLabel(draft.type);
  const { min, max } = donationRange(currency);
  const { perUnit, step, decimals } = minorUnits(currency);
  const [least, most] = [formatMoney(min), formatMoney(max)];

  const choose = (next: DonationDraft['amount']) => {
    setRefused(null);
    onChange({ amount: next });
  };
  const proceed = () => {
    const refusal = choiceRefusal(amount, currency);
    setRefused(refusal);
    if (refusal === null) onProceed();
    else {
      toast({ ...amountRefusalText(refusal), tone: 'destructive' });
      custom.current?.focus();
    }
  };

  return (
    <div className="grid gap-8 wide:grid-cols-[1fr_24rem] wide:items-start wide:gap-12">
      <form
        noValidate
        className="flex min-w-0 flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          proceed();
        }}
      >
        <StepHeading isLive className="text-2xl sm:text-[2.25rem]/[1.1]">
          <ImpactMessage cents={cents} type={draft.type} />
        </StepHeading>
        <HowToPay />
        <PresetCards
          chosen={'preset' in amount ? amount.preset : null}
          onChoose={(preset) => choose({ preset })}
        />
        <TextField
          ref={custom}
          id={customId}
          label={<Trans>Other amount</Trans>}
          type="number"
          inputMode={decimals === 0 ? 'numeric' : 'decimal'}
          min={min / perUnit}
          max={max / perUnit}
          step={step / perUnit}
          placeholder={t`${least} to ${most}`}
          value={'custom' in amount ? amount.custom : ''}
          error={refused === null ? undefined : amountRefusalText(refused).description}
          // the wheel would change the typed number
          onWheel={(event) => event.currentTarget.blur()}
          onChange={(event) => choose({ custom: event.target.value })}
        />
        <RadioGroup
          label={<Trans>Where should your donation go?</Trans>}
          name="donation-type"
          value={draft.type}
          onChange={(event) => {
            const picked = SELECTABLE_DONATION_TYPES.find((type) => type === event.target.value);
            if (picked) onChange({ type: picked });
          }}
          options={SELECTABLE_DONATION_TYPES.map((type) => ({
            value: type,
            label: typeLabel(type),
            hint: typeHint(type),
          }))}
        />
        <TextArea
          label={<Trans>Message</Trans>}
          optional
          rows={2}
          maxLength={MAX_DONOR_MESSAGE_LENGTH}
          value={draft.message}
          hint={
            <span className="block text-end tabular-nums">
              {draft.message.length}/{MAX_DONOR_MESSAGE_LENGTH}
            </span>
          }
          onChange={(event) => onChange({ message: event.target.value })}
        />
        <Checkbox
          label={<Trans>Donate anonymously</Trans>}
          hint={<Trans>Your name stays out of everything we show or print.</Trans>}
          checked={draft.isAnonymous}
          onChange={(event) => onChange({ isAnonymous: event.target.checked })}
        />
        <div
          style={aboveToasts}
          className="max-wide:[@media(min-height:34rem)]:sticky max-wide:bottom-(--bottom-edge,0px) max-wide:-mx-4 max-wide:border-t max-wide:bg-bg max-wide:px-4 max-wide:py-3 sm:max-wide:-mx-6 sm:max-wide:px-6"
        >
          <Button type="submit" size="large" wide className="max-wide:text-[length:min(1.125rem,24px)]!">
            <Trans>
              Donate {money} · {purpose}
            </Trans>
          </Button>
        </div>
      </form>
      {beside}
    </div>
  );
}

type ImpactMessageProps = { readonly cents: number; readonly type: SelectableDonationType };

/** What this amount does for its purpose, by the largest offered amount that it reaches. */
function ImpactMessage({ cents, type }: ImpactMessageProps) {
  const amount = formatMoney(cents);
  const isPlatform = type === 'platform_donation';
  const tier = impactTier(cents, communityRegion().currency);
  if (tier === 5000) return <Trans>Your {amount} powers community rescue for a week</Trans>;
  if (tier === 2500)
    return isPlatform ? (
      <Trans>Your {amount} keeps food moving between neighbors</Trans>
    ) : (
      <Trans>Your {amount} supports 12 meals</Trans>
    );
  if (tier === null) return <Trans>Your {amount} helps food reach a neighbor</Trans>;
  if (isPlatform)
    return tier === 1000 ? (
      <Trans>Your {amount} keeps this larder free for everyone</Trans>
    ) : (
      <Trans>Your {amount} helps keep this larder free</Trans>
    );
  if (type === 'community_program')
    return tier === 1000 ? (
      <Trans>Your {amount} helps neighbors cook and share together</Trans>
    ) : (
      <Trans>Your {amount} helps stock a community fridge</Trans>
    );
  return tier === 1000 ? (
    <Trans>Your {amount} delivers food to 5 families</Trans>
  ) : (
    <Trans>Your {amount} feeds 2 families for a day</Trans>
  );
}

type PresetCardsProps = {
  /** Null while an amount is typed. */
  readonly chosen: DonationPreset | null;
  readonly onChoose: (preset: DonationPreset) => void;
};

function PresetCards({ chosen, onChoose }: PresetCardsProps) {
  const { t } = useLingui();
  const { currency } = communityRegion();
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
              {formatMoney(fromDollarCents(preset, currency))}
            </span>
            <span className="mt-0.5 text-sm">{presetText(preset)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
