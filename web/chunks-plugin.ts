import type { Plugin } from 'vite';

/** The modules that a visit starts with; `alerts` are those that a donor's home loads before it renders. */
const ROOTS = {
  entry: ['src/main.tsx'],
  landing: ['src/screens/landing/Landing.tsx'],
  signIn: ['src/screens/sign-in/SignIn.tsx'],
  home: ['src/app/SignedIn.tsx'],
  alerts: [
    'src/features/emergency/alerts/DonorAlerts.tsx',
    'src/features/emergency/requests/HelpingStatus.tsx',
  ],
};

const OWN_SOURCES = /[\\/]web[\\/]src[\\/]/;
/** Modules from elsewhere that landing page and home share: otherwise home would load the landing page for them. */
const COMMON_PARTS =
  /[\\/]lucide-react[\\/].*[\\/](hand-heart|sprout|clock|check|map-pin)\.|[\\/]impact-contract\.|rolldown[\\/]runtime/;
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
 * screen. Here `index` holds the entry and what the landing page shares with home, `landing` the rest of it, `shared`
 * what the sign-in page and home share, `home` the rest of home, `alerts` what comes with it for a donor. Chunks that are
 * loaded later stay as they are.
 */
export function groupFirstLoadChunks(): Plugin {
  /** The modules that these import, and so on. */
  const reachedFrom = new Map<string, ReadonlySet<string>>();
  /** Their icons. All others are in one file, loaded later. */
  const firstIcons = new Set<string>();
  const isLaterIcon = (id: string): boolean => {
    const icon = ICON_FILE.exec(id)?.[1];
    return icon !== undefined && !firstIcons.has(icon);
  };
  const isIn = (part: keyof typeof ROOTS, id: string) => reachedFrom.get(part)?.has(id) ?? false;
  const isForAll = (id: string) =>
    isIn('entry', id) || (isIn('landing', id) && isIn('home', id)) || COMMON_PARTS.test(id);
  const isShared = (id: string) => (isIn('signIn', id) && isIn('home', id)) || SHARED_LIBRARIES.test(id);
  return {
    name: 'group-first-load-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'index', test: isForAll, priority: 4 },
                { name: 'landing', test: (id: string) => isIn('landing', id), priority: 3 },
                { name: 'icons', test: isLaterIcon, priority: 3 },
                { name: 'shared', test: isShared, priority: 2 },
                { name: 'home', test: (id: string) => isIn('home', id), priority: 1 },
                { name: 'alerts', test: (id: string) => isIn('alerts', id), priority: 0.5 },
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
      for (const [part, roots] of Object.entries(ROOTS)) {
        const seen = new Set<string>();
        const pending = [...this.getModuleIds()].filter((id) =>
          roots.some((root) => id.endsWith(`/web/${root}`)),
        );
        for (let id = pending.pop(); id; id = pending.pop()) {
          if (seen.has(id) || !OWN_SOURCES.test(id)) continue;
          seen.add(id);
          for (const name of importedIcons(codeOf(id))) firstIcons.add(fileOf.get(name) ?? name);
          pending.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        reachedFrom.set(part, seen);
      }
    },
  };
}
