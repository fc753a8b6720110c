import { getPerson, listBlocks, listOwnReports } from '@openlarder/domain/moderation/moderation-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const blockedPeople = endpointQuery(listBlocks);
/** What the person who looks has reported, newest first. */
export const ownReports = endpointQuery(listOwnReports);
/** Somebody as others see them. */
export const personProfile = (id: string) => endpointQuery(getPerson, { params: { id } });
