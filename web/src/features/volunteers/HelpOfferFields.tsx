import { Trans, useLingui } from '@lingui/react/macro';
import type { HelpOfferChange } from '@openlarder/domain/volunteers/volunteer-contract.ts';
import {
  DAY_TIMES,
  MAX_HELP_AREA_LENGTH,
  TRANSPORTS,
  type Weekday,
  WEEKDAYS,
} from '@openlarder/domain/volunteers/volunteer-fields.ts';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { TextField } from '#web/ui/TextField.tsx';

type Props = { readonly offer: HelpOfferChange; readonly onChange: (offer: HelpOfferChange) => void };

/** 1 January 2024 was a Monday. */
const dateOf = (day: Weekday): Date => new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)));

/** When, where and how someone can help. All of it may stay empty. */
export function HelpOfferFields({ offer, onChange }: Props) {
  const { t, i18n } = useLingui();
  const times = { morning: t`mornings`, afternoon: t`afternoons`, evening: t`evenings` };
  const transports = {
    on_foot: t`on foot`,
    bicycle: t`by bike`,
    public_transport: t`by bus or train`,
    car: t`by car`,
  };
  return (
    <div className="flex flex-col gap-6">
      <FoodTagChoice
        label={t`Which days?`}
        tags={WEEKDAYS}
        nameOf={(day) => i18n.date(dateOf(day), { weekday: 'long', timeZone: 'UTC' })}
        chosen={offer.days}
        onChange={(days) => onChange({ ...offer, days })}
      />
      <FoodTagChoice
        label={t`What time of day?`}
        tags={DAY_TIMES}
        nameOf={(time) => times[time]}
        chosen={offer.times}
        onChange={(chosen) => onChange({ ...offer, times: chosen })}
      />
      <FoodTagChoice
        label={t`How do you get around?`}
        tags={TRANSPORTS}
        nameOf={(way) => transports[way]}
        chosen={offer.transport}
        onChange={(transport) => onChange({ ...offer, transport })}
      />
      <TextField
        label={<Trans>Where?</Trans>}
        optional
        hint={<Trans>A neighborhood is enough, no address.</Trans>}
        maxLength={MAX_HELP_AREA_LENGTH}
        value={offer.area}
        onChange={(event) => onChange({ ...offer, area: event.target.value })}
      />
    </div>
  );
}
