import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const personTexts = textTable('person', {
  /** Who asks for food, to strangers. */
  neighbor: 'A neighbor',
});
