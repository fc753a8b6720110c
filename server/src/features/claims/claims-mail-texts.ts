import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const claimMailTexts = textTable('notification-mail', {
  'listing_claimed.subject': '{titled, select, no {{who} claimed your food} other {{who} claimed {title}}}',
  'listing_claimed.text':
    '{titled, select, no {{who} claimed your food. Plan the pickup by message.} other {{who} claimed {title}. Plan the pickup by message.}}',
  'listing_claimed.open': 'See the claim',
  'part_claimed.subject':
    '{titled, select, no {{who} wants {claimed} of {shared} servings of your food} other {{who} wants {claimed} of {shared} servings of {title}}}',
  'part_claimed.text':
    '{titled, select, no {{who} claimed {claimed} of {shared} servings of your food. Plan the pickup by message.} other {{who} claimed {claimed} of {shared} servings of {title}. Plan the pickup by message.}}',
  'part_claimed.open': 'See the claim',
});
