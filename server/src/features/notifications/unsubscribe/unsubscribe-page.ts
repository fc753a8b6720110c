import { MAIL_TOPICS, type MailTopic } from '@openlarder/domain/notifications/notification-kinds.ts';
import { escapeHtml } from '#server/platform/mail/mail-page.ts';
import { PAGE_STYLESHEET } from '#server/platform/mail/mail-style.ts';
import type { UnsubscribeState } from './unsubscribe.ts';

/** `path` is the link's path on this server. */
type Page = { readonly appName: string; readonly nonce: string; readonly path: string };

const ABOUT: Readonly<Record<MailTopic | 'all', string>> = {
  claims: 'mails about claims',
  pickups: 'mails about pickups',
  messages: 'mails about messages',
  requests: 'mails about requests for food',
  all: 'mails about claims, pickups, messages and requests for food',
};
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Asks for confirmation: link scanners of mail programs must not switch anything off. */
export function askPage(page: Page, { topic, on }: UnsubscribeState): string {
  if (on.length === 0) return offPage(page, { topic, on, switched: [] });
  return frame(page, `Stop ${ABOUT[topic]}?`, [
    stillTold(page),
    form(page, 'Stop these mails', { action: 'off' }),
  ]);
}

const allOf = (topic: MailTopic | 'all'): readonly MailTopic[] => (topic === 'all' ? MAIL_TOPICS : [topic]);

/**
 * Confirms that they are off and offers to undo: the topics just switched, or all topics of the link if they were off
 * before (a page reload, a faster mail program).
 */
export function offPage(page: Page, { topic, switched }: UnsubscribeState): string {
  const again = switched.length > 0 ? switched : allOf(topic);
  return frame(page, `${capitalised(ABOUT[topic])} are off`, [
    stillTold(page),
    form(page, 'Switch on again', { action: 'on', topics: again.join(',') }, 'second'),
  ]);
}

export function onPage(page: Page, { topic }: UnsubscribeState): string {
  return frame(page, `${capitalised(ABOUT[topic])} are on again`, [
    paragraph('Whenever it is too much, this link stops them.'),
    form(page, 'Stop these mails', { action: 'off' }, 'second'),
  ]);
}

/** For an invalid link or too many tries. */
export const sorryPage = (page: Page, sentence: string): string =>
  frame(page, 'This link does not work', [paragraph(sentence)]);

const stillTold = ({ appName }: Page): string =>
  paragraph(`The bell in ${appName} still tells you everything, and mails about your account still come.`);
const paragraph = (text: string): string => `<p class="muted">${escapeHtml(text)}</p>`;

function form(
  { path }: Page,
  label: string,
  fields: Readonly<Record<string, string>>,
  look: 'first' | 'second' = 'first',
): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(path)}">${inputs.join('')}<button class="${look}">${escapeHtml(label)}</button></form>`;
}

function frame({ appName, nonce }: Page, title: string, content: readonly string[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<title>${escapeHtml(title)} · ${escapeHtml(appName)}</title><style nonce="${nonce}">${PAGE_STYLESHEET}</style></head>`,
    `<body><main><p class="name"><a href="/">${escapeHtml(appName)}</a></p><div class="card"><h1>${escapeHtml(title)}</h1>`,
    ...content,
    '<p><a href="/?tab=profile">Choose which mails you get, and when</a></p>',
    '</div></main></body></html>',
  ].join('\n');
}
