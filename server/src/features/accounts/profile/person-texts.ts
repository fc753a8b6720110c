import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const personTexts = textTable('person', {
  /** The name of a requester, as strangers see it. */
  neighbor: 'A neighbor',
});
