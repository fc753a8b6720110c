/** What a mail says, apart from its layout. */
export type MailText = {
  readonly subject: string;
  /** How it begins, such as "Hello Ana,". */
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do, as a button with the address written out below it. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Said smaller, behind the action: for how long, and what to do if one did not ask for it. */
  readonly notes?: readonly string[];
};

/** One line without control characters: no name can begin a header of its own, or move a terminal's cursor. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** A mail in the layout that all of ours share: plain text, and the same as simple HTML that needs no picture. */
export function mailPage(appName: string, mail: MailText): { subject: string; text: string; html: string } {
  const { subject, greeting, paragraphs, action, notes = [] } = mail;
  const parts = {
    greeting: oneLine(greeting),
    paragraphs: paragraphs.map(oneLine),
    notes: notes.map(oneLine),
  };
  const signature = oneLine(appName);
  const text = [
    parts.greeting,
    ...parts.paragraphs,
    ...(action ? [`${oneLine(action.label)}:\n${action.url}`] : []),
    ...parts.notes,
    `-- \n${signature}`,
  ].join('\n\n');
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(oneLine(subject))}</title></head>`,
    `<body style="margin:0;padding:24px 16px;${FONT};color:#1f2937;background:#ffffff">`,
    '<div style="max-width:34em;margin:0 auto">',
    ...[parts.greeting, ...parts.paragraphs].map((line) => `<p style="${LINE}">${escaped(line)}</p>`),
    ...(action ? [button(oneLine(action.label), action.url)] : []),
    ...parts.notes.map((line) => `<p style="${SMALL}">${escaped(line)}</p>`),
    `<p style="${SMALL}">${escaped(signature)}</p>`,
    '</div></body></html>',
  ].join('\n');
  return { subject: oneLine(subject), text: `${text}\n`, html };
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:16px';
const LINE = 'margin:0 0 16px;line-height:1.5';
const SMALL = 'margin:0 0 12px;line-height:1.5;font-size:14px;color:#4b5563';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#15803d;color:#ffffff;font-weight:600;text-decoration:none';

function button(label: string, url: string): string {
  const href = escaped(url);
  return [
    `<p style="${LINE}"><a href="${href}" style="${BUTTON}">${escaped(label)}</a></p>`,
    // for programs that show no button, and for whoever wants to see where it leads
    `<p style="${SMALL};word-break:break-all">${href}</p>`,
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
