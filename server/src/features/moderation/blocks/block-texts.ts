import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** How somebody is listed who was blocked by an anonymous request. */
export const blockTexts = textTable('block', { neighbor: 'A neighbor' });
