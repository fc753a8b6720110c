import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** The mails to the admins about new reports. `{about}` is the type of the reported subject. */
export const reportMailTexts = textTable('report-mail', {
  'one.subject':
    '{about, select, person {{app}: someone reported a person} listing {{app}: someone reported a listing} conversation {{app}: someone reported a conversation} message {{app}: someone reported a message} claim {{app}: someone reported a pickup} request {{app}: someone reported a request for food} other {{app}: someone sent a report}}',
  'one.text':
    '{about, select, person {Someone reported a person.} listing {Someone reported a listing.} conversation {Someone reported a conversation.} message {Someone reported a message.} claim {Someone reported a pickup.} request {Someone reported a request for food.} other {Someone sent a report.}}',
  'one.reason': 'Reason: {reason}',
  'one.read': 'To read it, run this on the server: {command}',
  'several.subject': '{count, plural, one {{app}: # report is waiting} other {{app}: # reports are waiting}}',
  'several.text':
    "{count, plural, one {# report came in that we haven't emailed you about.} other {# reports came in that we haven't emailed you about.}}",
  'several.read': 'To read them, run this on the server: {command}',
  address: 'We sent this to the address in ADMIN_EMAIL.',

  // reasons
  unsafe_food: 'unsafe food',
  harassment: 'harassment',
  dishonest: 'dishonesty',
  spam: 'spam',
  other: 'something else',
  dispute: 'disagreement about a pickup',
  mark_lost: 'a verified name or address has changed',
  not_genuine: "a request that doesn't seem genuine",
});
