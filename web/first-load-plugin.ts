import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const LANDING = ['src/screens/landing/Landing.tsx'];
const HOME = ['src/app/SignedIn.tsx'];

/** The requests that the home screen starts with, exactly as it sends them. */
const CURRENT_USER = '/api/auth/user';
const COMMUNITY = '/api/community';
const FIRST_PAGE = [
  '/api/food-listings?freshness=all&reach=near&limit=24&arranged=true&needs=saved',
  '/api/food-listings?freshness=all&reach=near&order=newest&limit=12&arranged=true&needs=saved',
  '/api/emergency-requests?side=mine',
  '/api/claims?side=mine',
  '/api/claims?side=theirs',
];

type Bundle = Rolldown.OutputBundle;

/** The files that contain these modules, and everything those import statically. */
function filesOf(bundle: Bundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const files = new Set<string>();
  const pending = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)));
    if (!chunk) throw new Error(`The build has no ${module}`);
    return chunk.fileName;
  });
  for (let file = pending.pop(); file; file = pending.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    pending.push(...(chunks.find(({ fileName }) => fileName === file)?.imports ?? []));
  }
  return [...files];
}

const CATALOG = /[\\/]locales[\\/](.+)\.po\?texts$/;

/** The file of each language's texts. */
const catalogFiles = (bundle: Bundle): readonly (readonly [language: string, file: string])[] =>
  Object.values(bundle).flatMap((part) => {
    const language = part.type === 'chunk' && CATALOG.exec(part.facadeModuleId ?? '')?.[1];
    return language ? [[language, part.fileName]] : [];
  });

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });
/** After what is painted first, as the entry itself. */
const modulePreloads = (files: readonly string[]) =>
  files.map((file) =>
    link({ rel: 'modulepreload', href: `/${file}`, crossorigin: '', fetchpriority: 'low' }),
  );
/**
 * The preload of an API request. `crossorigin` has to match how a script sends it. No more urgent than the scripts, which
 * read it and take longer: a browser has six connections to a server without HTTP/2.
 */
const fetchPreload = (href: string) =>
  link({ rel: 'preload', as: 'fetch', href, crossorigin: '', fetchpriority: 'low' });

/** Tags that the server keeps on the page only if the condition holds for the request. */
const onlyIf = (condition: string, tags: readonly HtmlTagDescriptor[]): HtmlTagDescriptor[] => [
  { tag: 'if', attrs: { [condition]: true }, children: [...tags], injectTo: 'head' },
];

/**
 * Lists on the page what the first screen loads, so that the browser fetches it in parallel instead of one after the
 * other. It depends on whether the request has a session cookie: the server evaluates each `<if …>`. Also writes
 * `first-load.json`, the files of each first screen, for the budget check.
 */
export function preloadFirstLoad(): Plugin {
  return {
    name: 'preload-first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        if (!bundle || !chunk) return [];
        const alreadyListed = [chunk.fileName, ...chunk.imports];
        const filesBesides = (modules: readonly string[]) =>
          filesOf(bundle, modules).filter((file) => !alreadyListed.includes(file));
        return [
          ...catalogFiles(bundle).flatMap(([language, file]) =>
            onlyIf(`in-${language}`, modulePreloads([file])),
          ),
          ...onlyIf('no-session first-page', modulePreloads(filesBesides(LANDING))),
          ...onlyIf('session', [
            ...modulePreloads(filesBesides(HOME)),
            ...[CURRENT_USER, COMMUNITY].map(fetchPreload),
          ]),
          ...onlyIf('session first-page', FIRST_PAGE.map(fetchPreload)),
        ];
      },
    },
    generateBundle(_options, bundle) {
      const entry = 'src/main.tsx';
      const pages = {
        landing: filesOf(bundle, [entry, ...LANDING]),
        home: filesOf(bundle, [entry, ...HOME]),
      };
      this.emitFile({
        type: 'asset',
        fileName: '.vite/first-load.json',
        source: JSON.stringify(pages, null, 2),
      });
    },
  };
}

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/;

/**
 * If a page waits for its script, its first paint does not wait for the style sheet, which is at the end of the body.
 * Scripts come after what it needs. A prerendered screen has the style sheet in the head, as it needs it.
 */
export function paintBeforeStyles(): Plugin {
  return {
    name: 'paint-before-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [styles] = STYLE_SHEET.exec(html) ?? [];
        if (!styles) throw new Error('The page has no style sheet');
        return html
          .replace(styles, `<if screen>${styles}</if>`)
          .replaceAll('<script type="module"', '<script fetchpriority="low" type="module"')
          .replace('</body>', `<if waiting>${styles}</if></body>`);
      },
    },
  };
}

const FONTS = { body: 'figtree', headings: 'bricolage-grotesque' } as const;

/**
 * Preloads the body font, so that it arrives with the style sheet and not after it; and that of headings, where they
 * are on the page before any script.
 */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const preload = (name: string): HtmlTagDescriptor[] => {
          const isFont = (file: string) =>
            /-latin-(?:wght|\d+)-normal-.*\.woff2$/.test(file) && file.includes(`/${name}-`);
          const font = Object.keys(bundle ?? {}).find(isFont);
          if (!font) return [];
          const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' };
          return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
        };
        const ofHeadings = preload(FONTS.headings);
        if (ofHeadings.length === 0) return preload(FONTS.body);
        return [
          ...preload(FONTS.body),
          { tag: 'if', attrs: { screen: true }, children: ofHeadings, injectTo: 'head-prepend' },
        ];
      },
    },
  };
}
