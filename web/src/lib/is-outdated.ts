/** Where the page's first script lies; its name changes with anything that it leads to. */
const entryOf = (page: ParentNode): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/**
 * Whether the server has another version of the app than this page, which has then lost the files it had still to
 * fetch. Unanswered, it has not.
 */
export async function isOutdated(signal: AbortSignal): Promise<boolean> {
  const entry = entryOf(document);
  if (entry === null) return false;
  try {
    const answer = await fetch('/', { signal });
    return answer.ok && !(await answer.text()).includes(`"${entry}"`);
  } catch {
    return false;
  }
}
