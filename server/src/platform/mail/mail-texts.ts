import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** What every mail has in common. */
export const mailTexts = textTable('mail', {
  greeting: 'Hi {name},',
  'greeting-unnamed': 'Hi there,',
  // for a name that is left out, at the beginning of a sentence
  someone: 'Someone',
  // the sender of a discreet mail, instead of the community's name
  'discreet-sender': 'Updates',
  // for the operator, without a mail server
  printed: "Email to {address} (printed here because SMTP_URL isn't set)",
  'printed-subject': 'Subject: {subject}',
});
