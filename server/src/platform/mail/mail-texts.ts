import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const mailTexts = textTable('mail', {
  greeting: 'Hi {name},',
  'greeting-unnamed': 'Hi there,',
  // for a name that is left out, at the beginning of a sentence
  someone: 'Someone',
  title: '“{title}”',
  // the sender of a discreet mail, instead of the community's name
  'discreet-sender': 'Updates',
  // for the operator, without a mail server
  printed: "Email to {address} (printed here because SMTP_URL isn't set)",
  'printed-subject': 'Subject: {subject}',
  // for the operator: what to do when no mail goes out
  'remedy.host': "The host in SMTP_URL isn't known. Check its spelling, and this machine's DNS.",
  'remedy.connection': 'Nothing answers there. Check host and port in SMTP_URL, and the firewall between.',
  'remedy.certificate':
    "The connection can't be encrypted, or its certificate isn't trusted. Use a host name that the certificate has, or trust it by NODE_EXTRA_CA_CERTS; port 465 needs smtps://.",
  'remedy.credentials': 'Check user and password in SMTP_URL. In the address, @ is written %40 and : is %3A.',
  'remedy.later': 'The mail server asks to try again later. The app does so by itself.',
  'remedy.refused':
    'The mail server has to allow mail from the address in MAIL_FROM, sent by this machine or the user in SMTP_URL.',
});
