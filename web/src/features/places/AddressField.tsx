import { Trans, useLingui } from '@lingui/react/macro';
import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { type FoundAddress, lookUpAddress } from '@openlarder/domain/places/place-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { formatDistance } from '#web/lib/distances.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SuggestField } from '#web/ui/SuggestField.tsx';
import type { TextField } from '#web/ui/TextField.tsx';
import type { MapSettings } from './PlacePicker.tsx';

const ASK_AFTER_MS = 60;
const FIRST_LETTERS = 3;
const KEPT_MS = 300_000;
/** An address and a pin farther apart than this are asked about: people would stand at the wrong door. */
const FAR_APART_KM = 1;

type AddressFieldProps = Omit<ComponentProps<typeof TextField>, 'end' | 'onKeyDown'> & {
  readonly setting: MapSettings;
  /** Where the pin is, if it is set. */
  readonly pin: GeoPoint | null;
  /** A suggestion was taken: the address, and where it is. */
  readonly onFound: (address: string, point: GeoPoint) => void;
};

/** An address, with suggestions while it is typed where the community can look addresses up; else it says that it can't. */
export function AddressField({ setting, pin, onFound, hint, ...field }: AddressFieldProps) {
  const { i18n } = useLingui();
  const host = setting.addressLookup?.host;
  /** What the person typed here: an address from before is not looked up. */
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<FoundAddress | null>(null);
  const asked = useDebouncedValue(typed, ASK_AFTER_MS).trim();
  const isAsked = host !== undefined && asked.length >= FIRST_LETTERS && typed !== '';
  const { data, isError } = useQuery({
    queryKey: ['address', i18n.locale, asked],
    queryFn: () => call(lookUpAddress, { body: { typed: asked, language: i18n.locale } }),
    enabled: isAsked,
    staleTime: KEPT_MS,
    retry: false,
    placeholderData: (before) => before,
  });
  const suggestions = isAsked
    ? (data?.addresses ?? []).map((found) => ({ ...found, key: `${found.label} ${found.detail}` }))
    : [];
  const named = suggestions.find(({ label }) => asked.toLowerCase().startsWith(label.toLowerCase()));
  const found = picked ?? named;
  const apartKm = found && pin ? distanceKm(found, pin) : 0;
  const take = (address: FoundAddress) => {
    setTyped('');
    setPicked(address);
    const { label, detail, latitude, longitude } = address;
    onFound([label, detail].filter(Boolean).join(', '), { latitude, longitude });
  };
  const isAway = isAsked && (isError || data?.isAway === true);
  return (
    <>
      <SuggestField
        {...field}
        // the browser's own list would lie on the suggestions
        {...(host !== undefined && { autoComplete: 'off' })}
        hint={
          <>
            {hint}
            <span className="block">
              {host === undefined ? (
                <Trans>We can't look up addresses here, so the pin on the map is what counts.</Trans>
              ) : isAway ? (
                <Trans>We can't look up addresses right now. Put the pin on the map instead.</Trans>
              ) : (
                <Trans>{host} looks up what you type, without knowing who you are.</Trans>
              )}
            </span>
          </>
        }
        onChange={(event) => {
          setTyped(event.target.value);
          setPicked(null);
          field.onChange?.(event);
        }}
        suggestions={suggestions}
        onPick={take}
      />
      {found && apartKm > FAR_APART_KM && (
        <Notice title={<Trans>Is the pin in the right place?</Trans>}>
          <p className="mb-2">
            <Trans>
              “<bdi>{found.label}</bdi>” is {formatDistance(apartKm)} from your pin.
            </Trans>
          </p>
          <Button variant="secondary" onClick={() => take(found)}>
            <Trans>Move the pin there</Trans>
          </Button>
        </Notice>
      )}
    </>
  );
}
