import { globSync } from 'node:fs';
import path from 'node:path';
import { type Feature, FEATURES } from '@openlarder/domain/feature-order.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import type { HookHandler } from '#server/platform/hook.ts';

const FEATURES_DIR = path.join(import.meta.dirname, 'features');

/** What the files `*.module.ts` export under names that end in `Module`, with the feature in whose folder they stand. */
const found = await Promise.all(
  globSync('**/*.module.ts', { cwd: FEATURES_DIR })
    .toSorted()
    .map(async (file) => {
      const [feature = ''] = file.split(path.sep);
      const exported: Record<string, FeatureModule> = await import(path.join(FEATURES_DIR, file));
      const names = Object.keys(exported).filter((name) => name.endsWith('Module'));
      return { feature, modules: names.flatMap((name) => exported[name] ?? []) };
    }),
);

/** In the order of the features. This is also the order of the paths in the OpenAPI document. */
export const MODULES: readonly FeatureModule[] = FEATURES.flatMap((name) =>
  found.filter(({ feature }) => feature === name).flatMap(({ modules }) => modules),
);

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

const lockPosition = ({ name }: FeatureModule): number => {
  const position = LOCK_ORDER.findIndex((feature) => feature === name);
  return position === -1 ? LOCK_ORDER.length : position;
};

/** The handlers of hooks, in the order of the locks. */
export const HOOKS: readonly HookHandler[] = MODULES.toSorted(
  (one, other) => lockPosition(one) - lockPosition(other),
).flatMap(({ hooks = [] }) => hooks);
