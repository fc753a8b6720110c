import { Trans, useLingui } from '@lingui/react/macro';
import { findTowns, type Town } from '@openlarder/domain/community/setup-contract.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { positionInText } from '#web/features/places/position-in-text.ts';
import { call } from '#web/lib/call.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SuggestField, type Suggestion } from '#web/ui/SuggestField.tsx';
import { countryName } from './regions.ts';

const PlaceMap = lazyPart(async () => (await import('#web/features/places/PlaceMap.tsx')).PlaceMap);

const ASK_AFTER_MS = 200;
const FIRST_LETTERS = 3;
/** In scripts of which a town's name is two letters long. */
const SHORT_NAMES = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const isLink = (text: string): boolean => /^(https?:|geo:)/i.test(text);
/** With the parts of the town; the map of the world has no streets. */
const TOWN_ZOOM = 12;
const WHOLE_WORLD_ZOOM = 2;
const WORLD_MIDDLE: GeoPoint = { latitude: 20, longitude: 0 };

type TownFieldProps = {
  readonly token: string;
  readonly place: GeoPoint | null;
  readonly error: string | undefined;
  readonly onSettle: (town: Town) => void;
};

type TownSuggestion = Suggestion & { readonly pick: () => void };

/** A town by its name, then the pin on the map, which moves within it or to any other place. */
export function TownField({ token, place, error, onSettle }: TownFieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState('');
  const name = useDebouncedValue(typed, ASK_AFTER_MS).trim();
  const pasted = positionInText(typed);
  const isLongEnough = name.length >= FIRST_LETTERS || SHORT_NAMES.test(name);
  const isAsked = pasted === null && !isLink(name) && isLongEnough && name !== picked;
  const { data: towns = [], isSuccess } = useQuery({
    queryKey: ['setup-towns', name],
    queryFn: () => call(findTowns, { body: { token, name } }),
    enabled: isAsked,
  });
  const settle = (town: Town) => {
    setPicked(town.name);
    onSettle(town);
  };
  const placing = useMutation({
    mutationFn: (near: GeoPoint) => call(findTowns, { body: { token, name: '', near } }),
    onSuccess: ([town]) => {
      if (!town) return;
      if (pasted) setTyped(town.name);
      settle(town);
    },
  });
  const suggestions: readonly TownSuggestion[] = pasted
    ? [
        {
          key: 'pasted',
          label: t`Place the pin there`,
          detail: `${pasted.latitude}, ${pasted.longitude}`,
          pick: () => placing.mutate(pasted),
        },
      ]
    : (isAsked ? towns : []).map((town) => ({
        key: `${town.latitude} ${town.longitude}`,
        label: town.name,
        detail: [town.within, countryName(town.country) ?? town.country].filter(Boolean).join(', '),
        pick: () => {
          setTyped(town.name);
          settle(town);
        },
      }));
  return (
    <div className="flex flex-col gap-3">
      <SuggestField
        label={<Trans>Town or city</Trans>}
        name="place"
        value={typed}
        error={error}
        hint={
          isAsked && isSuccess && towns.length === 0 ? (
            <Trans>
              We don't know a town by that name. Tap the map instead, or paste the coordinates or a link of
              another map here.
            </Trans>
          ) : isLink(typed.trim()) && pasted === null ? (
            <Trans>There are no coordinates in this link. Paste two numbers such as 52.52, 13.405.</Trans>
          ) : place ? (
            <Trans>
              Now tap the map where the heart of your community is, or paste its coordinates or a link of
              another map above.
            </Trans>
          ) : (
            <Trans>A part of town will do, too.</Trans>
          )
        }
        onChange={(event) => setTyped(event.target.value)}
        suggestions={suggestions}
        onPick={({ pick }) => pick()}
      />
      <Suspense fallback={<Skeleton className="h-60 rounded-card sm:h-72" />}>
        <PlaceMap
          point={place}
          center={place ?? WORLD_MIDDLE}
          tiles={null}
          onMove={placing.mutate}
          closeZoom={TOWN_ZOOM}
          farZoom={WHOLE_WORLD_ZOOM}
        />
      </Suspense>
    </div>
  );
}
