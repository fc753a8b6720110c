import type { Plugin } from 'vite';

/** The screens that a visit starts with. */
const LANDING = 'src/screens/landing/Landing.tsx';
const SIGN_IN = 'src/screens/sign-in/SignIn.tsx';
const HOME = 'src/app/SignedIn.tsx';

const OWN_SOURCES = /[\\/]web[\\/]src[\\/]/;
/** What landing page and home share from elsewhere: otherwise home would load the landing page for it. */
const COMMON_PARTS =
  /[\\/]lucide-react[\\/].*[\\/](hand-heart|sprout|clock|check|map-pin)\.|[\\/]impact-contract\./;
const SHARED_LIBRARIES = /[\\/](@tanstack|lucide-react)[\\/]/;
const ICON_FILE = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]([a-z0-9-]+)\.m?js$/;
const ALL_ICONS = /[\\/]lucide-react[\\/].*[\\/]lucide-react\.m?js$/;
const ICON_EXPORTS = /export\s*\{([^}]*)\}\s*from\s*["'][^"']*\/icons\/([a-z0-9-]+)\.m?js["']/g;
const ICON_IMPORTS = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;

const wordsOf = (list: string): readonly string[] => list.match(/\w+/g) ?? [];

/** The file of each icon, by all its names, from the code of the library's entry. */
const iconFiles = (entry: string): ReadonlyMap<string, string> =>
  new Map(
    [...entry.matchAll(ICON_EXPORTS)].flatMap(([, names = '', file = '']) =>
      wordsOf(names).map((name) => [name, file] as const),
    ),
  );

/** The names that a module imports from the icon library. */
const importedIcons = (code: string): readonly string[] =>
  [...code.matchAll(ICON_IMPORTS)].flatMap(([, names = '']) => wordsOf(names));

/**
 * Groups what a first load needs into few files: on a slow connection each request costs a round trip, however small
 * the file. By default each set of screens that share a module gets its own chunk, which makes forty for the home
 * screen. Here the entry holds what every page needs, `common` what the landing page shares with home, `landing` the rest of
 * it, `shared` what the sign-in page and home share, `home` the rest of home. Chunks that are loaded later stay as they are.
 */
export function groupFirstLoadChunks(): Plugin {
  const reachedFrom = new Map<string, Set<string>>();
  /** The icons of the screens that a visit starts with. The others come with what is opened later, in one file. */
  const firstIcons = new Set<string>();
  const isLaterIcon = (id: string): boolean => {
    const icon = ICON_FILE.exec(id)?.[1];
    return icon !== undefined && !firstIcons.has(icon);
  };
  const isIn = (screen: string, id: string) => reachedFrom.get(screen)?.has(id) ?? false;
  const isShared = (id: string) => (isIn(SIGN_IN, id) && isIn(HOME, id)) || SHARED_LIBRARIES.test(id);
  return {
    name: 'group-first-load-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'index', tags: ['$initial'], priority: 4 },
                {
                  name: 'common',
                  test: (id: string) => (isIn(LANDING, id) && isIn(HOME, id)) || COMMON_PARTS.test(id),
                  priority: 3,
                },
                { name: 'landing', test: (id: string) => isIn(LANDING, id), priority: 3 },
                { name: 'icons', test: isLaterIcon, priority: 3 },
                { name: 'shared', test: isShared, priority: 2 },
                { name: 'home', test: (id: string) => isIn(HOME, id), priority: 1 },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const codeOf = (id: string): string => this.getModuleInfo(id)?.code ?? '';
      const entry = [...this.getModuleIds()].find((id) => ALL_ICONS.test(id));
      const fileOf = iconFiles(entry === undefined ? '' : codeOf(entry));
      for (const screen of [LANDING, SIGN_IN, HOME]) {
        const seen = new Set<string>();
        const pending = [...this.getModuleIds()].filter((id) => id.endsWith(`/web/${screen}`));
        for (let id = pending.pop(); id; id = pending.pop()) {
          if (seen.has(id) || !OWN_SOURCES.test(id)) continue;
          seen.add(id);
          for (const name of importedIcons(codeOf(id))) firstIcons.add(fileOf.get(name) ?? name);
          pending.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        reachedFrom.set(screen, seen);
      }
    },
  };
}
