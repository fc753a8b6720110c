/** Whether a text holds a control character, which address parsers drop in silence. */
function hasControl(text: string): boolean {
  return Array.from(text).some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20 || (code >= 0x7f && code <= 0x9f);
  });
}

/**
 * Where to go after signing in: `wanted` when it is a path of this site, else `/`. Refuses other origins in every
 * dress (`//host`, `/\host`, `javascript:`, control characters) and the sign-in and sign-out pages themselves.
 */
export function safeReturnTo(wanted: string | null | undefined, origin: string): string {
  if (!wanted || !wanted.startsWith('/') || /^\/[/\\]/.test(wanted) || hasControl(wanted)) return '/';
  let url: URL;
  try {
    url = new URL(wanted, origin);
  } catch {
    return '/';
  }
  if (url.origin !== origin || url.pathname.startsWith('/api/') || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
