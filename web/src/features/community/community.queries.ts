import { getCommunity } from '@openlarder/domain/community/community-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const communityQuery = endpointQuery(getCommunity);

/** What the browser may know of this community; undefined until it has been asked. */
export const useCommunity = () => useQuery(communityQuery).data;

/** The product's name in this community. The page carries it, so that it can be said before any call is answered. */
export function useAppName(): string {
  const community = useCommunity();
  const inPage = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
  return community?.appName ?? inPage ?? 'OpenLarder';
}
