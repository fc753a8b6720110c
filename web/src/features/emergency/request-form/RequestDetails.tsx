import { Trans } from '@lingui/react/macro';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { RequestLocationFields } from './RequestLocationFields.tsx';
import { RequestNeedsFields } from './RequestNeedsFields.tsx';
import { RequestPreview } from './RequestPreview.tsx';
import type { RequestFormState } from './use-request-form.ts';

type Props = { readonly form: RequestFormState; readonly setting: MapSettings };

/** Every field of a request, and what neighbors will see of it. */
export function RequestDetails({ form, setting }: Props) {
  return (
    <>
      <RequestNeedsFields form={form} />
      <RequestLocationFields form={form} setting={setting} />
      <Checkbox
        {...form.register('showsFirstName')}
        label={<Trans>Show my first name</Trans>}
        hint={<Trans>Otherwise it says “A neighbor” until you've met.</Trans>}
      />
      <RequestPreview form={form} setting={setting} />
    </>
  );
}
