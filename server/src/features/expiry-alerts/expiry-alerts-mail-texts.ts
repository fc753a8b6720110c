import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const expiryAlertMailTexts = textTable('notification-mail', {
  'listing_ending.subject': '{titled, select, no {Your food ends soon} other {{title} ends soon}}',
  'listing_ending.text':
    "{titled, select, no {Your food ends soon and isn't all claimed. Extend the pickup, or mark it as gone.} other {{title} ends soon and isn't all claimed. Extend the pickup, or mark it as gone.}}",
  'listing_ending.open': 'See your food',
  'listing_lapsed.subject': '{titled, select, no {Your food found no one} other {{title} found no one}}',
  'listing_lapsed.text':
    '{titled, select, no {No one claimed your food before its time was up. Thank you for offering it.} other {No one claimed {title} before its time was up. Thank you for offering it.}}',
  'listing_lapsed.open': 'See your food',
  'food_ending_near.subject': '{titled, select, no {Food close to you ends soon} other {{title} ends soon}}',
  'food_ending_near.text':
    '{titled, select, no {Food close to you ends soon. Would you like it?} other {{title} ends soon, close to you. Would you like it?}}',
  'food_ending_near.open': 'See the food',
});
