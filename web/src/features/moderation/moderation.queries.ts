import { listBlocks } from '@openlarder/domain/moderation/moderation-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const blockedPeople = endpointQuery(listBlocks);
