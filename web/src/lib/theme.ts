/** A chosen theme; null for that of the device. */
export type Theme = 'light' | 'dark' | null;

/** A cookie, as signing out empties the storage. The first script of index.html reads it too, before the first paint. */
const COOKIE = /(?:^|; )theme=(light|dark)/;
const YEAR_S = 365 * 24 * 60 * 60;
const BAR_COLORS = { light: '#faf7f0', dark: '#101813' } as const;

const isTheme = (value: string | undefined): value is 'light' | 'dark' =>
  value === 'light' || value === 'dark';

export function chosenTheme(): Theme {
  const [, theme] = COOKIE.exec(document.cookie) ?? [];
  return isTheme(theme) ? theme : null;
}

export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === null) delete dataset['theme'];
  else dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = BAR_COLORS[theme ?? (meta.media.includes('dark') ? 'dark' : 'light')];
}

/** Shows a theme and keeps it on this device. */
export function chooseTheme(theme: Theme): void {
  document.cookie = `theme=${theme ?? ''}; path=/; max-age=${theme === null ? 0 : YEAR_S}; samesite=lax`;
  showTheme(theme);
}
