import { safeReturnTo } from '../accounts/return-to.ts';

const MAX_LENGTH = 2000;

/** Whether it is a path of this site that pages and pictures may have: not another host, and not the API. */
export const isOwnPath = (link: string): boolean => link === '/' || safeReturnTo(link) !== '/';

/** Whether an ad may link there: to a path of this site, the sign-in page, or an `https:` address without credentials. */
export function isAdLink(link: string): boolean {
  if (link === '/api/login' || isOwnPath(link)) return true;
  if (link.length > MAX_LENGTH || !/^https:\/\/[!-[\]-~]+$/.test(link)) return false;
  const url = URL.parse(link);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

/** Links that begin with http open in a new tab, others in the same one. */
export const opensNewTab = (link: string): boolean => link.startsWith('http');
