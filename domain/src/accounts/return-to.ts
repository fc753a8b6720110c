const MAX_LENGTH = 2000;
const PATH_ONLY = /^\/(?!api(?:\/|$))[^\\]*$/;

const isControl = (character: string): boolean => {
  const code = character.charCodeAt(0);
  return code < 0x20 || code === 0x7f;
};

/**
 * Where to go after signing in: `wanted` when it is a path of ours, else `/`. Browsers read `//host`, `/\host` and a
 * slash with a control character behind it as another site, so none of them passes; nor does a call under `/api`.
 */
export function safeReturnTo(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > MAX_LENGTH || !wanted.isWellFormed()) return '/';
  const [path = ''] = wanted.split(/[?#]/, 1);
  const isOurs = PATH_ONLY.test(path) && !wanted.includes('\\') && !path.includes('//');
  return isOurs && !Array.from(wanted).some(isControl) ? wanted : '/';
}
