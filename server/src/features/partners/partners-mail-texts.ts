import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const partnerMailTexts = textTable('notification-mail', {
  'surplus_question.subject': '{titled, select, no {Post your surplus today?} other {Post {title} today?}}',
  'surplus_question.text':
    "{titled, select, no {It's time for your usual surplus. Post it with one tap, change the amount, or skip today.} other {It's time for {title}. Post it with one tap, change the amount, or skip today.}}",
  'surplus_question.open': 'Answer with one tap',
});
