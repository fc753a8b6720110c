import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** What a link to a listing shows on other sites, beside its title. */
export const previewTexts = textTable('preview', {
  listing: 'Free food, neighbor to neighbor. Open the link to see when you can pick it up.',
});
