import { Plural } from '@lingui/react/macro';
import { isUploadPending, type PhotoItem } from '../upload/photo-list.ts';

/** What becomes of a form's photos, in one sentence; null once all are stored. */
export function PhotoStatus({ items }: { readonly items: readonly PhotoItem[] }) {
  const underWay = items.filter(isUploadPending).length;
  const failed = items.filter(({ status }) => status === 'failed').length;
  if (underWay > 0)
    return (
      <Plural
        value={underWay}
        one="Sending # photo. You can keep going."
        other="Sending # photos. You can keep going."
      />
    );
  if (failed > 0)
    return (
      <Plural
        value={failed}
        one="We couldn't send # photo. Open photos to try again."
        other="We couldn't send # photos. Open photos to try again."
      />
    );
  return null;
}
