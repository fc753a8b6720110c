/** By the device's share sheet, or the clipboard. `closed`: the person dismissed the sheet. */
export async function shareLink(
  title: string,
  path: string,
): Promise<'shared' | 'copied' | 'closed' | 'failed'> {
  const url = new URL(path, window.location.origin).href;
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, url });
      return 'shared';
    }
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'closed' : 'failed';
  }
}
