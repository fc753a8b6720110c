import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const LANDING = ['src/screens/landing/Landing.tsx'];
const HOME = ['src/app/SignedIn.tsx', 'src/locales/en/home.po'];

/** What home asks for before it can show anything, as it will ask for it. */
const WHO_IS_THERE = '/api/auth/user';
const FEED = '/api/food-listings?freshness=all';

type Bundle = Rolldown.OutputBundle;

/** The files that hold these modules, and all that those import at once. */
function filesOf(bundle: Bundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const files = new Set<string>();
  const waiting = modules.map((module) => {
    const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)));
    if (!holder) throw new Error(`The build knows no ${module}`);
    return holder.fileName;
  });
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    waiting.push(...(chunks.find(({ fileName }) => fileName === file)?.imports ?? []));
  }
  return [...files];
}

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });
const modulesAhead = (files: readonly string[]) =>
  files.map((file) => link({ rel: 'modulepreload', href: `/${file}`, crossorigin: '' }));
/** A call the page is about to make; "crossorigin" is how a call from a script is made. */
const callAhead = (href: string) => link({ rel: 'preload', as: 'fetch', href, crossorigin: '' });

/** What stands on the page only where each of these holds; the server leaves the rest out. */
const where = (condition: string, tags: readonly HtmlTagDescriptor[]): HtmlTagDescriptor[] => [
  { tag: 'if', attrs: { [condition]: true }, children: [...tags], injectTo: 'head' },
];

/**
 * Lets the page name what it will need, so that a browser fetches all of it at once and not one after the other has
 * run. What that is depends on whether there is a session, which the server knows by the cookie: it keeps of each
 * `<if …>` what is true. Beside it, `first-load.json` says which files these are, for the budget.
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        if (!bundle || !chunk) return [];
        const already = [chunk.fileName, ...chunk.imports];
        const ahead = (modules: readonly string[]) =>
          modulesAhead(filesOf(bundle, modules).filter((file) => !already.includes(file)));
        return [
          ...where('no-session first-page', ahead(LANDING)),
          ...where('session', [callAhead(WHO_IS_THERE), ...ahead(HOME)]),
          ...where('session first-page', [callAhead(FEED)]),
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
