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

export const MAIL_STYLE = {
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

export const buttonStyle = `display:inline-block;padding:12px 22px;border-radius:14px;background:${LIGHT.brand};color:${LIGHT.onBrand};font-weight:600;line-height:1.4;text-decoration:none`;

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
