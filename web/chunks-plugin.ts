import type { Plugin } from 'vite';

/** The screens that begin a visit. */
const LANDING = 'src/screens/landing/Landing.tsx';
const SIGN_IN = 'src/screens/sign-in/SignIn.tsx';
const HOME = 'src/app/SignedIn.tsx';

const OURS = /[\\/]web[\\/]src[\\/]/;
const LIBRARIES_OF_MANY = /[\\/](@tanstack|lucide-react)[\\/]/;

/**
 * A phone far away waits for each file, however small: so what a visit begins with comes in few. Left alone, every
 * set of screens that share a module gets a file of its own, and home begins with forty. Here what is on every page
 * comes with the entry; the landing page, what it shares with others included, is one file; what the door and home
 * share is one, and the rest of home another. What is fetched later is left alone. (Of libraries, what is used comes
 * along. Only they have barrels: what `web/src` imports it uses.)
 */
export function fewChunks(): Plugin {
  const reached = new Map<string, Set<string>>();
  const isIn = (screen: string, id: string) => reached.get(screen)?.has(id) ?? false;
  const isShared = (id: string) => (isIn(SIGN_IN, id) && isIn(HOME, id)) || LIBRARIES_OF_MANY.test(id);
  return {
    name: 'few-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'index', tags: ['$initial'], priority: 4 },
                { name: 'landing', test: (id: string) => isIn(LANDING, id), priority: 3 },
                { name: 'shared', test: isShared, priority: 2 },
                { name: 'home', test: (id: string) => isIn(HOME, id), priority: 1 },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      for (const screen of [LANDING, SIGN_IN, HOME]) {
        const seen = new Set<string>();
        const waiting = [...this.getModuleIds()].filter((id) => id.endsWith(`/web/${screen}`));
        for (let id = waiting.pop(); id; id = waiting.pop()) {
          if (seen.has(id) || !OURS.test(id)) continue;
          seen.add(id);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        reached.set(screen, seen);
      }
    },
  };
}
