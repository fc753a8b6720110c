import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const requestTexts = textTable('request', {
  /** Who asks for food, to strangers. */
  neighbor: 'A neighbor',
});
