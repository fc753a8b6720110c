import { Trans } from '@lingui/react/macro';

/** What a block by a request does and does not do, as list items: who made it stays unknown. */
export function AnonymousBlockNotes() {
  return (
    <>
      <li>
        <Trans>You two won't be matched, and this request disappears from your list.</Trans>
      </li>
      <li>
        <Trans>You may still see other requests from them. Hiding those would tell you who they are.</Trans>
      </li>
    </>
  );
}
