import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const messageMailTexts = textTable('notification-mail', {
  'message_received.subject':
    '{titled, select, no {{who} wrote to you} other {{who} wrote to you about {title}}}',
  'message_received.text':
    '{titled, select, no {{who} wrote to you. The message is waiting for you.} other {{who} wrote to you about {title}. The message is waiting for you.}}',
  'message_received.open': 'Read and reply',
});
