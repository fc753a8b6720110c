import { getPerson, listBlocks, listOwnReports } from '@openlarder/domain/moderation/moderation-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const blockedPeopleQuery = endpointQuery(listBlocks);
/** The reports of the signed-in person, newest first. */
export const ownReportsQuery = endpointQuery(listOwnReports);
/** A person's public profile. */
export const personProfileQuery = (id: string) => endpointQuery(getPerson, { params: { id } });
