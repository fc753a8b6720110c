import type { Plugin } from 'vite';

/** The screens that a visit starts with. */
const LANDING = 'src/screens/landing/Landing.tsx';
const SIGN_IN = 'src/screens/sign-in/SignIn.tsx';
const HOME = 'src/app/SignedIn.tsx';
/** Files that home also loads in its first second, by name: each has all it needs except what home has too. */
const BESIDES_HOME: Readonly<Record<string, readonly string[]>> = {
  pictures: ['src/features/listings/food-pictures.tsx'],
  ahead: [
    'src/features/emergency/requests/OwnRequestStatus.tsx',
    'src/features/claims/live-pickup/LivePickup.tsx',
  ],
  alerts: [
    'src/features/emergency/alerts/DonorAlerts.tsx',
    'src/features/emergency/requests/HelpingStatus.tsx',
  ],
  soon: [
    'src/screens/home/HeaderPoints.tsx',
    'src/features/handovers/code/CodeOverlay.tsx',
    'src/screens/home/discover/HomeAdContent.tsx',
  ],
};

const OWN_SOURCES = /[\\/]web[\\/]src[\\/]/;
/** Modules from elsewhere that landing page and home share: otherwise home would load the landing page for them. */
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
 * screen. Here the entry holds what every page needs, `common` what the landing page shares with home, `landing` the
 * rest of it, `shared` what the sign-in page and home share, `home` the rest of home; what home loads right after that
 * has a file for each moment. Chunks that are loaded later stay as they are.
 */
export function groupFirstLoadChunks(): Plugin {
  /** The modules of each screen and file above. */
  const reachedFrom = new Map<string, ReadonlySet<string>>();
  /** The file each icon belongs to: home, if several need it. All other icons are in one file, loaded later. */
  const partOfIcon = new Map<string, string>();
  const isLaterIcon = (id: string): boolean => {
    const icon = ICON_FILE.exec(id)?.[1];
    return icon !== undefined && !partOfIcon.has(icon);
  };
  const isIconBesidesHome = (id: string, name?: string): boolean => {
    const part = partOfIcon.get(ICON_FILE.exec(id)?.[1] ?? '');
    return part !== undefined && (name === undefined ? part in BESIDES_HOME : part === name);
  };
  const isIn = (part: string, id: string) => reachedFrom.get(part)?.has(id) ?? false;
  const isShared = (id: string) =>
    (isIn(SIGN_IN, id) && isIn(HOME, id)) || (SHARED_LIBRARIES.test(id) && !isIconBesidesHome(id));
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
                ...Object.keys(BESIDES_HOME).map((name) => ({
                  name,
                  test: (id: string) => isIn(name, id) || isIconBesidesHome(id, name),
                  priority: 0.5,
                })),
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
      const reach = (part: string, roots: readonly string[]) => {
        const seen = new Set<string>();
        const pending = [...this.getModuleIds()].filter((id) =>
          roots.some((root) => id.endsWith(`/web/${root}`)),
        );
        for (let id = pending.pop(); id; id = pending.pop()) {
          if (seen.has(id) || !OWN_SOURCES.test(id)) continue;
          seen.add(id);
          for (const name of importedIcons(codeOf(id))) {
            const icon = fileOf.get(name) ?? name;
            partOfIcon.set(icon, (partOfIcon.get(icon) ?? part) === part ? part : HOME);
          }
          pending.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        reachedFrom.set(part, seen);
      };
      for (const screen of [LANDING, SIGN_IN, HOME]) reach(screen, [screen]);
      for (const [name, roots] of Object.entries(BESIDES_HOME)) reach(name, roots);
    },
  };
}
