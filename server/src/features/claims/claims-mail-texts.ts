import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const claimMailTexts = textTable('notification-mail', {
  'listing_claimed.subject': '{titled, select, no {{who} claimed your food} other {{who} claimed {title}}}',
  'listing_claimed.text':
    '{titled, select, no {{who} claimed your food. Plan the pickup by message.} other {{who} claimed {title}. Plan the pickup by message.}}',
  'listing_claimed.open': 'See the claim',
  'part_claimed.subject':
    '{titled, select, no {{who} wants part of your food ({claimed} of {shared})} other {{who} wants part of {title} ({claimed} of {shared})}}',
  'part_claimed.text':
    '{titled, select, no {{who} claimed part of your food ({claimed} of {shared}). Plan the pickup by message.} other {{who} claimed part of {title} ({claimed} of {shared}). Plan the pickup by message.}}',
  'part_claimed.open': 'See the claim',
  'food_corrected.subject':
    '{titled, select, no {{who} corrected details of your food} other {{who} corrected details of {title}}}',
  'food_corrected.text':
    "{changed, select, yes {{titled, select, no {{who} corrected your food: it {changes}.} other {{who} corrected {title}: it {changes}.}}} other {{titled, select, no {{who} corrected details of your food.} other {{who} corrected details of {title}.}}}} Please check before you eat. You can cancel the pickup, and it won't count against you.",
  'food_corrected.open': 'See what changed',
});
