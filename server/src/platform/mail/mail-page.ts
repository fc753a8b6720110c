import type { Language } from '@openlarder/domain/kernel/languages.ts';
import { escapeHtml } from '../texts/escape-html.ts';

export type MailAction = { readonly label: string; readonly url: string };

/** The content of a mail without its layout. */
export type MailText = {
  readonly language: Language;
  /**
   * Whether its recipient uses discreet mode: neither its texts nor the paths of its links mention food, and layout and
   * sender leave out the name of the community.
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
export function printableLine(text: string): string {
  return text.replace(STRAY, ' ').replace(/ {2,}/g, ' ').trim();
}

/** Renders a mail in the common layout: plain text, and the same as simple HTML without images. */
export function mailPage(appName: string, mail: MailText): { subject: string; text: string; html: string } {
  const page = pageOf(appName, mail);
  return { subject: page.subject, text: asText(page), html: asHtml(page) };
}

/** The parts of a mail, all as printable lines. */
function pageOf(appName: string, { items = [], action, footer = [], ...mail }: MailText) {
  const lines = (some: readonly string[] = []): string[] => some.map(printableLine);
  const tidied = ({ label, url }: MailAction): MailAction => ({ label: printableLine(label), url });
  return {
    language: mail.language,
    appName: mail.isDiscreet ? null : printableLine(appName),
    subject: printableLine(mail.subject),
    said: lines([mail.greeting, ...mail.paragraphs]),
    items: items.map((item) => ({ text: printableLine(item.text), action: tidied(item.action) })),
    action: action ? tidied(action) : null,
    notes: lines(mail.notes),
    footer: footer.map(tidied),
  };
}

type Page = ReturnType<typeof pageOf>;

function asText({ appName, said, items, action, notes, footer }: Page): string {
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

function asHtml({ language, appName, subject, said, items, action, notes, footer }: Page): string {
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

/**
 * The colors of mails and their pages. Light colors are inline styles, because many mail programs ignore
 * style sheets; dark ones are in the sheet.
 */
const LIGHT = {
  paper: '#faf7f0',
  surface: '#ffffff',
  ink: '#1b2a20',
  muted: '#566052',
  line: '#ded6c5',
  brand: '#17633c',
  onBrand: '#ffffff',
};
const DARK: typeof LIGHT = {
  paper: '#101813',
  surface: '#18221b',
  ink: '#edf3eb',
  muted: '#a8b7ab',
  line: '#2e3d33',
  brand: '#72d391',
  onBrand: '#072413',
};

const FONT = 'font-family:Figtree,system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

const MAIL_STYLE = {
  body: `margin:0;padding:0;background:${LIGHT.paper};color:${LIGHT.ink};${FONT};font-size:16px;-webkit-text-size-adjust:100%`,
  paper: `background:${LIGHT.paper};${FONT}`,
  column: 'max-width:560px;margin:0 auto',
  name: `padding:0 8px 12px;text-align:start;color:${LIGHT.brand};font-size:18px;font-weight:700;letter-spacing:-0.02em`,
  card: `padding:24px 20px 8px;text-align:start;background:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:20px`,
  item: `margin:0 0 16px;padding:16px 0 0;border-top:1px solid ${LIGHT.line}`,
  line: `margin:0 0 16px;line-height:1.5;color:${LIGHT.ink};overflow-wrap:anywhere`,
  small: `margin:0 0 12px;line-height:1.5;font-size:14px;color:${LIGHT.muted}`,
  foot: 'padding:16px 8px 0;text-align:start',
  quietLink: `display:inline-block;padding:12px 0;color:${LIGHT.muted};text-decoration:underline`,
  sheet: [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '@media (prefers-color-scheme:dark){',
    `.paper{background:${DARK.paper}!important}`,
    `.card{background:${DARK.surface}!important;border-color:${DARK.line}!important}`,
    `.rule{border-color:${DARK.line}!important}`,
    `.ink{color:${DARK.ink}!important}.muted{color:${DARK.muted}!important}.brand{color:${DARK.brand}!important}`,
    `.button{background:${DARK.brand}!important;color:${DARK.onBrand}!important}`,
    '}',
  ].join(''),
};

const buttonStyle = `display:inline-block;padding:12px 22px;border-radius:14px;background:${LIGHT.brand};color:${LIGHT.onBrand};font-weight:600;line-height:1.4;text-decoration:none`;

/** The same colors as a style sheet for pages that mails link to. */
export const PAGE_STYLESHEET = [
  `:root{color-scheme:light dark;--paper:${LIGHT.paper};--surface:${LIGHT.surface};--ink:${LIGHT.ink};--muted:${LIGHT.muted};--line:${LIGHT.line};--brand:${LIGHT.brand};--on-brand:${LIGHT.onBrand}}`,
  `@media (prefers-color-scheme:dark){:root{--paper:${DARK.paper};--surface:${DARK.surface};--ink:${DARK.ink};--muted:${DARK.muted};--line:${DARK.line};--brand:${DARK.brand};--on-brand:${DARK.onBrand}}}`,
  `body{margin:0;background:var(--paper);color:var(--ink);${FONT};font-size:16px;line-height:1.5}`,
  'main{max-width:32rem;margin:0 auto;padding:24px 16px}',
  '.name{margin:0 0 12px;padding:0 8px;color:var(--brand);font-size:18px;font-weight:700;letter-spacing:-0.02em}',
  '.name a{color:inherit;text-decoration:none}',
  '.card{padding:24px 20px;background:var(--surface);border:1px solid var(--line);border-radius:20px}',
  'h1{margin:0 0 12px;font-size:28px;line-height:1.2;letter-spacing:-0.02em;text-wrap:balance}',
  'p{margin:0 0 16px}',
  '.muted{color:var(--muted)}',
  'form{margin:0 0 12px}',
  'button{min-height:48px;padding:12px 22px;border:0;border-radius:14px;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:600;cursor:pointer}',
  'button.second{background:none;color:var(--brand);box-shadow:inset 0 0 0 1.5px currentColor}',
  'a{color:var(--brand)}',
  '.card>p>a{display:inline-block;padding:10px 0}',
  'p:last-child,form:last-child{margin-bottom:0}',
  ':focus-visible{outline:3px solid var(--brand);outline-offset:2px;border-radius:14px}',
].join('\n');
