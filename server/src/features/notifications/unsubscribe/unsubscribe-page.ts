import { escapeHtml, PAGE_STYLESHEET } from '#server/platform/mail/mail-page.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { topicsInWords } from '../mail/notification-mail.ts';
import type { UnsubscribeState } from './unsubscribe.ts';
import { unsubscribeTexts as texts } from '../notifications-texts.ts';

/**
 * `path` is the link's path on this server; `translate` translates into the reader's language. A discreet page does not
 * say what the mails are about, nor the name of the community.
 */
export type Page = {
  readonly translate: Translate;
  readonly appName: string;
  readonly isDiscreet: boolean;
  readonly nonce: string;
  readonly path: string;
};

type State = Omit<UnsubscribeState, 'reader'>;

/** The title of the page, which names the link's mails. */
const titleOf = ({ translate, isDiscreet }: Page, act: 'ask' | 'off' | 'on', { topics }: State): string =>
  isDiscreet
    ? translate(texts, `${act}.discreet`)
    : translate(texts, act, { topics: topicsInWords(translate, topics) });

/** Asks for confirmation: link scanners of mail programs must not switch anything off. */
export function askPage(page: Page, state: State): string {
  if (state.on.length === 0) return offPage(page, state);
  return frame(page, titleOf(page, 'ask', state), [
    stillTold(page),
    form(page, page.translate(texts, 'stop'), { action: 'off' }),
  ]);
}

/**
 * Confirms that they are off and offers to undo: the topics just switched, or all topics of the link if they were off
 * before (a page reload, a faster mail program).
 */
export function offPage(page: Page, state: State): string {
  const { topics, switched } = state;
  const again = switched.length > 0 ? switched : topics;
  return frame(page, titleOf(page, 'off', state), [
    stillTold(page),
    form(page, page.translate(texts, 'resume'), { action: 'on', topics: again.join(',') }, 'second'),
  ]);
}

export function onPage(page: Page, state: State): string {
  return frame(page, titleOf(page, 'on', state), [
    paragraph(page.translate(texts, 'stop-later')),
    form(page, page.translate(texts, 'stop'), { action: 'off' }, 'second'),
  ]);
}

export const brokenLinkPage = (page: Page): string =>
  frame(page, page.translate(texts, 'broken'), [paragraph(page.translate(texts, 'broken.text'))]);

/** The page after too many attempts; `sentence` says when to try again. */
export const tooManyPage = (page: Page, sentence: string): string =>
  frame(page, page.translate(texts, 'too-many'), [paragraph(sentence)]);

const stillTold = ({ translate, appName, isDiscreet }: Page): string =>
  paragraph(
    isDiscreet ? translate(texts, 'still-told.discreet') : translate(texts, 'still-told', { app: appName }),
  );
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

function frame(
  { translate, appName, isDiscreet, nonce }: Page,
  title: string,
  content: readonly string[],
): string {
  const name = escapeHtml(appName);
  return [
    `<!doctype html><html lang="${translate.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    `<link rel="icon" href="${isDiscreet ? '/plain.svg' : '/favicon.svg'}" type="image/svg+xml">`,
    `<title>${escapeHtml(title)}${isDiscreet ? '' : ` · ${name}`}</title><style nonce="${nonce}">${PAGE_STYLESHEET}</style></head>`,
    `<body><main>${isDiscreet ? '' : `<p class="name"><a href="/">${name}</a></p>`}<div class="card"><h1>${escapeHtml(title)}</h1>`,
    ...content,
    `<p><a href="/?tab=profile&amp;room=settings">${escapeHtml(translate(texts, 'settings'))}</a></p>`,
    '</div></main></body></html>',
  ].join('\n');
}
