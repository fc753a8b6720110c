import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** What every mail has in common. */
export const mailTexts = textTable('mail', {
  greeting: 'Hi {name},',
  'greeting-unnamed': 'Hi there,',
  // for a name that is left out, at the beginning of a sentence
  someone: 'Someone',
  // for the operator, without a mail server
  printed: "Email to {address} (printed here because SMTP_URL isn't set)",
  'printed-subject': 'Subject: {subject}',
});
