import type { Language } from '@openlarder/domain/kernel/languages.ts';
import { buttonStyle, MAIL_STYLE } from './mail-style.ts';

/** A link with its label. */
export type MailAction = { readonly label: string; readonly url: string };

/** The content of a mail without its layout. */
export type MailText = {
  /** The language it is worded in. */
  readonly language: Language;
  /**
   * Whether its recipient keeps it discreet: no word in it is about food, and no path of a link. The layout and the
   * sender leave out the name of the community then.
   */
  readonly isDiscreet: boolean;
  readonly subject: string;
  /** Such as "Hi Ana,". */
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** A list of items, each with its link. */
  readonly items?: readonly { readonly text: string; readonly action: MailAction }[];
  /** The main action, shown as a button with its URL written out below. */
  readonly action?: MailAction;
  /** Small print after the action: how long it is valid, and what to do if it was not requested. */
  readonly notes?: readonly string[];
  /** Plain links at the end: how to get fewer of these mails. */
  readonly footer?: readonly MailAction[];
};

/** Zero-width joiners inside an emoji are kept. */
const EMOJI_JOINER = String.raw`(?<=[\p{Extended_Pictographic}\uFE0F\p{EMod}])\u200D(?=\p{Extended_Pictographic})`;
const STRAY = new RegExp(String.raw`(?:(?!${EMOJI_JOINER})[\p{Cc}\p{Cf}\u2028\u2029])+`, 'gu');

/**
 * Returns the text as one line without control characters, so that a name cannot start a header, move a
 * terminal's cursor or change the direction of text.
 */
export function oneLine(text: string): string {
  return text.replace(STRAY, ' ').replace(/ {2,}/g, ' ').trim();
}

/** Renders a mail in the common layout: plain text, and the same as simple HTML without images. */
export function mailPage(appName: string, mail: MailText): { subject: string; text: string; html: string } {
  const lines = (some: readonly string[] = []): string[] => some.map(oneLine);
  const tidied = ({ label, url }: MailAction): MailAction => ({ label: oneLine(label), url });
  const parts: PageOptions = {
    language: mail.language,
    appName: mail.isDiscreet ? null : oneLine(appName),
    subject: oneLine(mail.subject),
    said: lines([mail.greeting, ...mail.paragraphs]),
    items: (mail.items ?? []).map(({ text, action }) => ({ text: oneLine(text), action: tidied(action) })),
    action: mail.action ? tidied(mail.action) : null,
    notes: lines(mail.notes),
    footer: (mail.footer ?? []).map(tidied),
  };
  return { subject: parts.subject, text: asText(parts), html: asHtml(parts) };
}

type PageOptions = {
  readonly language: Language;
  readonly appName: string | null;
  readonly subject: string;
  readonly said: readonly string[];
  readonly items: readonly { readonly text: string; readonly action: MailAction }[];
  readonly action: MailAction | null;
  readonly notes: readonly string[];
  readonly footer: readonly MailAction[];
};

function asText({ appName, said, items, action, notes, footer }: PageOptions): string {
  const written = ({ label, url }: MailAction): string => `${label}:\n${url}`;
  const blocks = [
    ...said,
    ...items.map((item) => `${item.text}\n${written(item.action)}`),
    ...(action ? [written(action)] : []),
    ...notes,
    ...footer.map(written),
    ...(appName === null ? [] : [`-- \n${appName}`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function asHtml({ language, appName, subject, said, items, action, notes, footer }: PageOptions): string {
  const line = (text: string): string => `<p class="ink" style="${MAIL_STYLE.line}">${escapeHtml(text)}</p>`;
  const small = (html: string): string => `<p class="muted" style="${MAIL_STYLE.small}">${html}</p>`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${MAIL_STYLE.sheet}</style></head>`,
    `<body class="paper" style="${MAIL_STYLE.body}">`,
    `<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="${MAIL_STYLE.paper}"><tr><td align="center" style="padding:24px 12px">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${MAIL_STYLE.column}">`,
    ...(appName === null
      ? []
      : [`<tr><td class="brand" style="${MAIL_STYLE.name}">${escapeHtml(appName)}</td></tr>`]),
    `<tr><td class="card" style="${MAIL_STYLE.card}">`,
    ...said.map(line),
    ...items.map(
      (item) => `<div class="rule" style="${MAIL_STYLE.item}">${line(item.text)}${button(item.action)}</div>`,
    ),
    ...(action ? [button(action)] : []),
    ...notes.map((note) => small(escapeHtml(note))),
    '</td></tr>',
    ...(footer.length > 0
      ? [
          `<tr><td style="${MAIL_STYLE.foot}">`,
          ...footer.map(({ label, url }) =>
            small(
              `<a class="muted" href="${escapeHtml(url)}" style="${MAIL_STYLE.quietLink}">${escapeHtml(label)}</a>`,
            ),
          ),
          '</td></tr>',
        ]
      : []),
    '</table></td></tr></table></body></html>',
  ].join('\n');
}

function button({ label, url }: MailAction): string {
  const href = escapeHtml(url);
  return [
    `<p style="${MAIL_STYLE.line}"><a class="button" href="${href}" style="${buttonStyle}">${escapeHtml(label)}</a></p>`,
    // for mail programs that show no button, and to show where it leads
    `<p class="muted" style="${MAIL_STYLE.small};word-break:break-all">${href}</p>`,
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
