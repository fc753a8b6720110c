import { getPerson, listBlocks, listOwnReports } from '@openlarder/domain/moderation/moderation-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const blockedPeopleQuery = endpointQuery(listBlocks);
export const ownReportsQuery = endpointQuery(listOwnReports);
export const personProfileQuery = (id: string) => endpointQuery(getPerson, { params: { id } });
