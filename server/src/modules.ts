import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Feature, FEATURES } from '@openlarder/domain/feature-order.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import type { HookHandler } from '#server/platform/hook.ts';

const FEATURES_DIR = path.join(import.meta.dirname, 'features');

/** A module with the feature in whose folder it stands. */
type FoundModule = FeatureModule & { readonly feature: Feature };

/** What the files `*.module.ts` of a feature export under names that end in `Module`. */
async function modulesOf(feature: Feature): Promise<FoundModule[]> {
  const folder = path.join(FEATURES_DIR, feature);
  // those of folders inside come after its own
  const files = globSync('**/*.module.ts', { cwd: folder }).toSorted((one, other) =>
    path.dirname(one).localeCompare(path.dirname(other)),
  );
  const exported: Record<string, FeatureModule>[] = await Promise.all(
    files.map((file) => import(pathToFileURL(path.join(folder, file)).href)),
  );
  return exported.flatMap((each) =>
    Object.entries(each).flatMap(([name, module]) => (name.endsWith('Module') ? { ...module, feature } : [])),
  );
}

/** In the order of the features. */
export const MODULES: readonly FoundModule[] = (await Promise.all(FEATURES.map(modulesOf))).flat();

/**
 * The features whose hook handlers take locks, in the lock order: request, listing, handover, conversation, then rows
 * that depend on the person only. Handovers come first: they lock the requests and listings that they are about. A
 * feature that is not listed takes no lock that another one takes.
 */
const LOCK_ORDER: readonly Feature[] = [
  'handovers',
  'emergency',
  'claims',
  'listings',
  'messaging',
  'photos',
  'notifications',
  'moderation',
];

const lockPosition = ({ feature }: FoundModule): number => {
  const position = LOCK_ORDER.indexOf(feature);
  return position === -1 ? LOCK_ORDER.length : position;
};

/** The handlers of hooks, in the order of the locks. */
export const HOOKS: readonly HookHandler[] = MODULES.toSorted(
  (one, other) => lockPosition(one) - lockPosition(other),
).flatMap(({ hooks = [] }) => hooks);
