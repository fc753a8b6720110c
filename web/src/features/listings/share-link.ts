import { paths } from '#web/lib/paths.ts';

/**
 * Hands a listing's link on: by the device's own share sheet where there is one, else to the clipboard. Answers
 * what happened; `closed` is a sheet that the person put away.
 */
export async function shareListingLink(listing: {
  readonly id: string;
  readonly title: string;
}): Promise<'shared' | 'copied' | 'closed' | 'failed'> {
  const url = new URL(paths.listing(listing.id), window.location.origin).href;
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title: listing.title, url });
      return 'shared';
    }
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'closed' : 'failed';
  }
}
