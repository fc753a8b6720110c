import { Trans } from '@lingui/react/macro';
import { ChevronDown, MapPin } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { RequestPlaceFields } from './RequestLocationFields.tsx';
import { RequestPreview } from './RequestPreview.tsx';
import type { RequestFormState } from './use-request-form.ts';

type Props = { readonly form: RequestFormState; readonly setting: MapSettings };

/** Where to meet, one line if it is known already, and what neighbors will see. */
export function PlaceQuestion({ form, setting }: Props) {
  const [address, latitude] = useWatch({ control: form.control, name: ['pickupLocation', 'latitude'] });
  const [wasKnown] = useState(address.trim() !== '' && latitude !== undefined);
  const fields = <RequestPlaceFields form={form} setting={setting} />;
  return (
    <>
      {wasKnown ? (
        <details className="group rounded-control border border-line">
          <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-control px-3.5 py-2 [&::-webkit-details-marker]:hidden">
            <MapPin aria-hidden="true" className="size-5 shrink-0 text-muted" />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <Trans>
                Near <bdi className="font-semibold">{address}</bdi>
              </Trans>
            </span>
            <span className="font-semibold underline underline-offset-4 group-open:hidden">
              <Trans>Change</Trans>
            </span>
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <div className="flex flex-col gap-5 px-3.5 pt-2 pb-4">{fields}</div>
        </details>
      ) : (
        fields
      )}
      <RequestPreview form={form} setting={setting} />
    </>
  );
}
