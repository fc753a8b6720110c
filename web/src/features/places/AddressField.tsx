import { Trans, useLingui } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { lookUpAddress } from '@openlarder/domain/places/place-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { SuggestField } from '#web/ui/SuggestField.tsx';
import type { TextField } from '#web/ui/TextField.tsx';
import type { MapSettings } from './PlacePicker.tsx';

const ASK_AFTER_MS = 60;
const FIRST_LETTERS = 3;
const KEPT_MS = 300_000;

type AddressFieldProps = Omit<ComponentProps<typeof TextField>, 'end' | 'onKeyDown'> & {
  readonly setting: MapSettings;
  /** A suggestion was taken: the address, and where it is. */
  readonly onFound: (address: string, point: GeoPoint) => void;
};

/** An address, with suggestions while it is typed where the community can look addresses up; else it says that it can't. */
export function AddressField({ setting, onFound, hint, ...field }: AddressFieldProps) {
  const { i18n } = useLingui();
  const host = setting.addressLookup?.host;
  /** What the person typed here: an address from before is not looked up. */
  const [typed, setTyped] = useState('');
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
  const isAway = isAsked && (isError || data?.isAway === true);
  return (
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
        field.onChange?.(event);
      }}
      suggestions={suggestions}
      onPick={({ label, detail, latitude, longitude }) => {
        setTyped('');
        onFound([label, detail].filter(Boolean).join(', '), { latitude, longitude });
      }}
    />
  );
}
