const MAX_LENGTH = 2000;
const PATH_ONLY = /^\/(?!api(?:\/|$))[^\\]*$/;

const isControl = (character: string): boolean => {
  const code = character.charCodeAt(0);
  return code < 0x20 || code === 0x7f;
};

/**
 * Where to go after signing in: `wanted` if it is a path of this site, else `/`. Browsers treat `//host`,
 * `/\host` and a slash followed by a control character as another site, so these are refused; so are paths
 * under `/api`.
 */
export function safeReturnTo(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > MAX_LENGTH || !wanted.isWellFormed()) return '/';
  const [path = ''] = wanted.split(/[?#]/, 1);
  const isOurs = PATH_ONLY.test(path) && !wanted.includes('\\') && !path.includes('//');
  return isOurs && !Array.from(wanted).some(isControl) ? wanted : '/';
}
