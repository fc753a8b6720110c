/** Resolves once the style sheet has loaded or failed: a module may run before a sheet at the end of the body. */
export async function styleSheetSettled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (!link || link.sheet) return;
  await new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
}
