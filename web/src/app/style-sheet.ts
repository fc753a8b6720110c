/**
 * Resolves once the page's style sheet has loaded, or failed to. Some browsers run a module before a style sheet at the
 * end of the body has come.
 */
export async function styleSheetSettled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (!link || link.sheet) return;
  await new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
}
