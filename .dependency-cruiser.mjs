// The arrows of docs/architecture.md. scripts/import-rules.test.mjs plants a violation of every rule below.
import { FEATURES } from './domain/src/feature-order.ts';

const SOURCES = '^(domain|server|web)/src/';
const FEATURE_ROOTS = '^(domain/src|server/src/features|web/src/features)/';
/** The contract of the public settings, which every feature may read. */
const OPEN_TO_ALL = '^domain/src/community/';
const DOMAIN_SHARED = ['kernel', 'live'];
const TEST = '[.]test[.]tsx?$';
/**
 * What a feature in the server keeps to itself, by the end of the name. All its other files are open to later features:
 * use-cases, queries, presenters, row types, events, hooks.
 */
const PRIVATE = '^server/src/features/.+[.](store|routes|live|module|internal)[.]ts$';
const ADMIN_SERVICE = '^server/src/features/moderation/admin/admin[.]service[.]ts$';
/** Where calls come in. */
const EDGE = '^server/src/.+[.](routes|live)[.]ts$';
const anyOf = (names) => `(${names.join('|')})`;

const featureOrder = FEATURES.slice(0, -1).map((name, place) => ({
  name: `feature-order-${name}`,
  comment: `${name} comes before what it imports: turn the call round, or declare a hook.`,
  severity: 'error',
  // a test of an earlier feature may set its scene with later ones
  from: { path: `${FEATURE_ROOTS}${name}/`, pathNot: `^server/.+${TEST}` },
  to: { path: `${FEATURE_ROOTS}${anyOf(FEATURES.slice(place + 1))}/`, pathNot: OPEN_TO_ALL },
}));

/** One forbidden arrow. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    never('no-cycle', 'Two modules that need each other are one, or need a third.', {}, { circular: true }),
    never(
      'no-unresolvable',
      'Nothing is there, or the package does not export it.',
      {},
      // geojson is a name for types alone: @types/geojson has no module behind it.
      { couldNotResolve: true, pathNot: '^geojson$' },
    ),
    never(
      'no-barrel',
      'Import the module that holds the thing.',
      { path: SOURCES },
      { path: '^(domain|server|web)/src.*/index[.]tsx?$' },
    ),
    never(
      'no-index-module',
      'An index module is a barrel in waiting.',
      { path: '^(domain|server|web)/src.*/index[.]tsx?$' },
      { path: '.' },
    ),
    never('web-not-server', 'They meet in domain.', { path: '^web/' }, { path: '^server/' }),
    never('server-not-web', 'They meet in domain.', { path: '^server/' }, { path: '^web/' }),
    never(
      'domain-only-zod',
      'domain runs in the browser and on the server, and does no input or output.',
      { path: '^domain/src/', pathNot: TEST },
      { path: '.', pathNot: ['^domain/src/', '(^|/)node_modules/zod/'] },
    ),
    never(
      'domain-tests-only-tools',
      'Rules are tested by tables and properties.',
      { path: `^domain/src/.+${TEST}` },
      { path: '.', pathNot: ['^(domain/src|locales)/', '(^|/)node_modules/(zod|vitest|fast-check)/'] },
    ),
    never(
      'zod-mini-only',
      'zod/mini is 17 kB lighter in the browser.',
      { path: '^(domain|web)/src/' },
      { path: '(^|/)node_modules/zod/', pathNot: '(^|/)node_modules/zod/(v4/)?mini/' },
    ),
    never(
      'domain-zod-in-schemas',
      'Contracts and rules are loaded by the first page: their schemas stand in <noun>-schemas.ts.',
      { path: '^domain/src/', pathNot: ['-schemas[.]ts$', TEST] },
      { path: '(^|/)node_modules/zod/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'kernel-independent',
      'The kernel knows no feature and no socket message.',
      { path: '^domain/src/kernel/' },
      { path: '^domain/src/', pathNot: '^domain/src/kernel/' },
    ),
    never(
      'domain-features-not-live',
      'The live protocol is made of the features, not the reverse.',
      { path: '^domain/src/', pathNot: '^domain/src/live/' },
      { path: '^domain/src/live/' },
    ),
    never(
      'tables-down-only',
      'Row types stand under everything else of a feature.',
      { path: '[.]tables[.]ts$' },
      { path: '[.](store|service)[.]ts$' },
    ),
    never(
      'store-down-only',
      'A store holds SQL and decides nothing: it needs tables, other stores, the mechanism and the rules of domain.',
      { path: '^server/src/.+[.]store[.]ts$' },
      { path: '^server/src/', pathNot: ['[.](store|tables)[.]ts$', '^server/src/(db|platform)/', EDGE] },
    ),
    never(
      'edges-meet-in-module',
      'Routes and live topics are gathered by the module of their feature; nothing else knows who calls a service.',
      { path: '^server/src/', pathNot: ['[.]module[.]ts$', TEST] },
      { path: EDGE },
    ),
    never(
      'edges-not-data',
      'Routes, live topics and tasks go through the service, which decides access.',
      { path: '[.](routes|live|module)[.]ts$' },
      { path: ['[.]store[.]ts$', '(^|/)node_modules/(kysely|pg|@types/pg)/'] },
    ),
    never(
      'feature-wall',
      "A feature's SQL, edges and `*.internal.ts` are its own: call the use-case that decides access and takes the locks.",
      { path: '^server/src/features/([^/]+)/' },
      { path: PRIVATE, pathNot: '^server/src/features/$1/' },
    ),
    never(
      'feature-wall-outside',
      'The app, the demo and the admin command use what a feature opens to other features.',
      { path: '^server/src/((admin|demo)/|[^/]+[.]ts$)' },
      { path: PRIVATE },
    ),
    never(
      'admin-from-outside',
      'Admins act from the command line; a feature has no use for their powers.',
      { path: '^server/src/features/', pathNot: ['^server/src/features/moderation/', TEST] },
      { path: ADMIN_SERVICE },
    ),
    never(
      'modules-meet-once',
      'modules.ts finds the modules where they stand; nothing imports them.',
      { path: '^server/src/', pathNot: TEST },
      { path: '[.]module[.]ts$' },
    ),
    never(
      'platform-not-features',
      'Platform is mechanism without domain words.',
      { path: '^server/src/platform/', pathNot: TEST },
      {
        path: '^server/src/(features|demo|admin)/|^server/src/[^/]+[.]ts$|^domain/src/(?!kernel/|live/)',
      },
    ),
    never(
      'shipped-not-testing',
      'Production code does not import what only tests have.',
      { path: SOURCES, pathNot: [TEST, '^web/src/testing/'] },
      {
        path: [
          '^web/src/testing/',
          '^server/test/',
          TEST,
          '(^|/)node_modules/(vitest|fast-check|msw|@testing-library)/',
        ],
      },
    ),
    never(
      'web-features-not-upward',
      'Screens and the app compose the features.',
      { path: '^web/src/features/' },
      { path: '^web/src/(screens|app)/|^web/src/main[.]tsx$' },
    ),
    never(
      'web-base-not-features',
      'Design parts, mechanism and the socket have no domain words.',
      { path: '^web/src/(ui|lib|live)/' },
      { path: '^web/src/(features|screens|app)/' },
    ),
    never(
      'known-features',
      'A feature has a place in domain/src/feature-order.ts.',
      {
        path: FEATURE_ROOTS.replace(')/', ')/[^/]+/'),
        pathNot: `${FEATURE_ROOTS}${anyOf([...FEATURES, ...DOMAIN_SHARED])}/`,
      },
      { path: '.' },
    ),
    ...featureOrder,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports are arrows too.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    moduleSystems: ['es6', 'cjs'],
    // Anchored: an open '/dist/' would hide Kysely and better-auth, whose code lies in folders of that name.
    exclude: { path: ['^web/dist/', '[.]po$'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
};
