import { safeReturnTo } from '../accounts/return-to.ts';

const MAX_LENGTH = 2000;
/** A host by name, maybe a port, then printable characters without a backslash. */
const HTTPS_ADDRESS = /^https:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?([/?#][!-[\]-~]*)?$/i;

/** Whether it is a path of this site that pages and pictures may have: not another host, and not the API. */
export const isOwnPath = (link: string): boolean => link === '/' || safeReturnTo(link) !== '/';

/** Whether an ad may link there: to a path of this site, the sign-in page, or an `https:` address without credentials. */
export function isAdLink(link: string): boolean {
  if (link === '/api/login' || isOwnPath(link)) return true;
  return link.length <= MAX_LENGTH && HTTPS_ADDRESS.test(link);
}

/** Links that begin with http open in a new tab, others in the same one. */
export const opensNewTab = (link: string): boolean => link.startsWith('http');
