import { getPerson, listBlocks, listOwnReports } from '@openlarder/domain/moderation/moderation-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const blockedPeopleQuery = endpointQuery(listBlocks);
/** What the person who looks has reported, newest first. */
export const ownReportsQuery = endpointQuery(listOwnReports);
/** Somebody as others see them. */
export const personProfileQuery = (id: string) => endpointQuery(getPerson, { params: { id } });
