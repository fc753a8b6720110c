import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import rules from '../.dependency-cruiser.mjs';
import { FEATURES } from '../domain/src/feature-order.ts';
import { cruise } from './check-imports.mjs';

const folders = [];
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

const PACKAGES = ['zod', 'zod/mini', 'kysely', 'pg', 'vitest', 'fast-check', 'msw', 'react'];

/**
 * Creates a small project of the same layout in a temporary folder. `arrows` are `[from, to]`, each a file of the
 * project or a specifier that is written as it is; named files are created.
 */
function fixtureProject(arrows) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-fixture-')));
  folders.push(folder);
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.appendFileSync(path.join(folder, file), text);
  };
  const json = (file, value) => write(file, JSON.stringify(value));
  json('package.json', { name: 'fixture', type: 'module' });
  json('domain/package.json', { name: '@openlarder/domain', type: 'module', exports: { './*': './src/*' } });
  json('server/package.json', { name: 'server', type: 'module', imports: { '#server/*': './src/*' } });
  json('web/package.json', { name: 'web', type: 'module', imports: { '#web/*': './src/*' } });
  for (const name of PACKAGES) {
    if (name.includes('/')) continue;
    const inside = PACKAGES.filter((one) => one.startsWith(`${name}/`)).map((one) => one.slice(name.length));
    const exports = Object.fromEntries(['', ...inside].map((part) => [`.${part}`, `.${part}/index.js`]));
    json(`node_modules/${name}/package.json`, { name, type: 'module', exports });
  }
  for (const name of PACKAGES) write(`node_modules/${name}/index.js`, 'export const it = 1;\n');
  fs.mkdirSync(path.join(folder, 'node_modules/@openlarder'), { recursive: true });
  fs.symlinkSync(path.join(folder, 'domain'), path.join(folder, 'node_modules/@openlarder/domain'));

  for (const file of new Set(arrows.flat().filter(isInProject))) write(file, 'export const it = 1;\n');
  for (const [from, to] of arrows) {
    const relative = path.posix.relative(path.posix.dirname(from), to);
    const specifier = isInProject(to) ? (relative.startsWith('.') ? relative : `./${relative}`) : to;
    write(from, `import '${specifier}';\n`);
  }
  for (const tree of ['domain/src', 'server/src', 'server/test', 'web/src'])
    fs.mkdirSync(path.join(folder, tree), { recursive: true });
  return folder;
}

const claims = (part) => `server/src/features/claims/claims.${part}.ts`;
const listings = (part) => `server/src/features/listings/listings.${part}.ts`;

/** For each rule except the feature order: imports that only it forbids. */
const FORBIDDEN = {
  'no-cycle': [['web/src/lib/egg.ts', 'web/src/lib/hen.ts']],
  'no-unresolvable': [
    ['server/src/platform/lost.ts', './nowhere.ts'],
    ['server/src/platform/lost-package.ts', 'left-pad'],
    ['server/src/platform/lost-hash.ts', '#server/nowhere.ts'],
  ],
  'no-barrel': [['web/src/screens/Home.tsx', 'web/src/ui/index.ts']],
  'no-index-module': [['server/src/platform/mail/index.ts', 'server/src/platform/mail/send.ts']],
  'web-not-server': [['web/src/app/steal.ts', 'server/src/platform/clock.ts']],
  'server-not-web': [['server/src/app.ts', 'web/src/app/paths.ts']],
  'domain-only-zod': [
    ['domain/src/claims/read-file.ts', 'node:fs'],
    ['domain/src/claims/query.ts', 'kysely'],
    ['domain/src/claims/reach.ts', 'web/src/lib/reached.ts'],
  ],
  'domain-tests-only-tools': [['domain/src/claims/rules.test.ts', 'react']],
  'zod-mini-only': [
    ['domain/src/claims/heavy-schemas.ts', 'zod'],
    ['web/src/features/claims/heavy.ts', 'zod'],
  ],
  'domain-zod-in-schemas': [['domain/src/claims/heavy-contract.ts', 'zod/mini']],
  'kernel-independent': [['domain/src/kernel/geo.ts', 'domain/src/places/place.ts']],
  'domain-features-not-live': [['domain/src/claims/told.ts', 'domain/src/live/live-protocol.ts']],
  'tables-down-only': [[claims('tables'), claims('store')]],
  'store-down-only': [
    ...['service', 'events', 'presenter'].map((part) => [
      'server/src/features/photos/photos.store.ts',
      `server/src/features/photos/photos.${part}.ts`,
    ]),
    ['server/src/features/photos/photos.store.ts', 'server/src/features/photos/decode/decode-photo.ts'],
    ['server/src/features/photos/photos.store.ts', 'server/src/features/places/places.service.ts'],
  ],
  'edges-meet-in-module': [
    ...['routes', 'live'].flatMap((part) =>
      ['places.service.ts', 'places.store.ts', 'places.tables.ts', 'public-location.ts'].map((from) => [
        `server/src/features/places/${from}`,
        `server/src/features/places/places.${part}.ts`,
      ]),
    ),
    ['server/src/features/places/places.live.ts', 'server/src/features/places/places.routes.ts'],
  ],
  'edges-not-data': ['routes', 'live', 'module'].flatMap((part) => [
    [`server/src/features/impact/impact.${part}.ts`, 'server/src/features/impact/impact.store.ts'],
    [`server/src/features/impact/impact.${part}.ts`, 'kysely'],
    [`server/src/features/impact/impact.${part}.ts`, 'pg'],
  ]),
  'feature-wall': [
    ...['store', 'internal'].map((part) => [claims('reach'), listings(part)]),
    [claims('reach'), 'server/src/features/listings/feed/feed.store.ts'],
    [
      'server/src/features/claims/claims.service.test.ts',
      'server/src/features/listings/share/place.internal.ts',
    ],
  ],
  'admin-from-outside': [[claims('reach'), 'server/src/features/moderation/admin/admin.service.ts']],
  'feature-wall-outside': [
    ['server/src/demo/seed.ts', listings('store')],
    ['server/src/admin/commands.ts', 'server/src/features/moderation/reports/report-mails.internal.ts'],
    ['server/src/app.ts', listings('internal')],
    ['server/src/leak.test.ts', 'server/src/features/listings/feed/feed.store.ts'],
  ],
  'modules-meet-once': [
    ['server/src/platform/gather.ts', 'server/src/platform/some.module.ts'],
    [claims('service-of-all'), claims('module')],
  ],
  'platform-not-features': [
    ['server/src/platform/knows.ts', 'server/src/features/ads/ads.service.ts'],
    ['server/src/platform/knows-demo.ts', 'server/src/demo/open-demo.ts'],
    ['server/src/platform/knows-app.ts', 'server/src/main.ts'],
    ['server/src/platform/knows-rules.ts', 'domain/src/notifications/mail-rules.ts'],
  ],
  'shipped-not-testing': [
    ['server/src/demo/lean.ts', 'server/test/factories.ts'],
    ['web/src/ui/Lean.tsx', 'vitest'],
    ['web/src/ui/LeanOnTest.tsx', 'web/src/ui/Card.test.tsx'],
  ],
  'web-features-not-upward': [
    ['web/src/features/ads/Up.tsx', 'web/src/screens/Landing.tsx'],
    ['web/src/features/ads/UpToApp.tsx', 'web/src/app/routes.tsx'],
  ],
  'web-base-not-features': ['ui', 'lib', 'live'].flatMap((base) => [
    [`web/src/${base}/up.ts`, 'web/src/features/map/Map.tsx'],
    [`web/src/${base}/up-to-screen.ts`, 'web/src/screens/NotFound.tsx'],
    [`web/src/${base}/up-to-app.ts`, 'web/src/app/providers.tsx'],
  ]),
  'known-features': [
    ['server/src/features/misc/misc.service.ts', 'server/src/platform/ids.ts'],
    ['web/src/features/misc/Misc.tsx', 'react'],
    ['domain/src/misc/misc.ts', 'domain/src/kernel/time.ts'],
  ],
};
/** Closes the cycle of `no-cycle`, which is reported once, at its first file. */
const BACK_ARROW = ['web/src/lib/hen.ts', 'web/src/lib/egg.ts'];

const order = (direction) =>
  ['domain/src', 'server/src/features', 'web/src/features'].flatMap((root) =>
    FEATURES.flatMap((earlier, place) =>
      FEATURES.slice(place + 1).map((later) => {
        const files = [earlier, later].map((name) => `${root}/${name}/thing.ts`);
        return direction === 'forward' ? files : files.toReversed();
      }),
    ),
  );

const isInProject = (name) => /^(?:(domain|server|web)\/src|server\/test)\//.test(name);
/** Sorted lines to compare; everything outside of the project is one name, however it was resolved. */
const asLines = (violations) =>
  violations
    .map(({ rule, from, to }) => `${rule}: ${from} → ${isInProject(to) ? to : 'outside'}`)
    .toSorted(byText);
const byText = (one, other) => one.localeCompare(other);

test('every rule has a planted violation', () => {
  const named = rules.forbidden.map((rule) => rule.name).filter((name) => !name.startsWith('feature-order-'));
  expect(new Set(Object.keys(FORBIDDEN))).toEqual(new Set(named));
});

/** Files that only pass on what `photos.store.ts` exports, by their text. */
const PASSING_ON = [
  "export { it } from './photos.store.ts';",
  "export type { It } from './photos.store.ts';",
  "export * from './photos.store.ts';",
  "import { it } from './photos.store.ts';\nexport { it };",
].map((text, nth) => ({ file: `server/src/features/photos/passing-on-${nth}.ts`, text }));

test('each planted import is forbidden by its rule and by no other, in any of the three trees', () => {
  const forward = order('forward').filter(([, to]) => !to.startsWith('domain/src/community/'));
  const folder = fixtureProject([...Object.values(FORBIDDEN).flat(), BACK_ARROW, ...forward]);
  for (const { file, text } of PASSING_ON) fs.writeFileSync(path.join(folder, file), text);
  const { violations, missed } = cruise(folder);
  const expected = [
    ...Object.entries(FORBIDDEN).flatMap(([rule, arrows]) =>
      arrows.map(([from, to]) => ({ rule, from, to })),
    ),
    ...forward.map(([from, to]) => ({ rule: `feature-order-${from.split('/').at(-2)}`, from, to })),
    ...PASSING_ON.map(({ file }) => ({ rule: 'no-passing-on', from: file, to: 'its importers' })),
  ];
  expect(asLines(violations)).toEqual(asLines(expected));
  expect(missed).toEqual([]);
});

test('a valid project passes, and every file of it is cruised', () => {
  const folder = fixtureProject([
    ...order('backward'),
    ['domain/src/claims/claim-schemas.ts', 'zod/mini'],
    ['domain/src/claims/claim.test.ts', 'vitest'],
    ['domain/src/claims/claim.test.ts', 'fast-check'],
    ['domain/src/live/live-protocol.ts', 'domain/src/claims/claim-contract.ts'],
    [claims('service'), claims('store')],
    [claims('service'), listings('service')],
    [claims('service'), 'server/src/features/listings/share/create-listing.ts'],
    [claims('presenter'), listings('presenter')],
    [claims('service'), 'server/src/features/claims/create/locks.internal.ts'],
    [claims('store'), claims('tables')],
    [claims('store'), 'server/src/features/claims/create/claim-limits.store.ts'],
    [claims('store'), 'server/src/db/database.ts'],
    [claims('store'), 'server/src/platform/postgres/database.ts'],
    [claims('store'), 'domain/src/claims/claim-limits.ts'],
    ['server/src/platform/live/hub.ts', 'domain/src/live/live-protocol.ts'],
    ['server/src/platform/mail/day.ts', 'domain/src/kernel/time.ts'],
    ['server/test/fixture.ts', claims('live')],
    [claims('store'), 'kysely'],
    [claims('routes'), claims('service')],
    [claims('live'), listings('events')],
    // a test may set up data with later features
    ['server/src/features/listings/listings.service.test.ts', claims('service')],
    [claims('module'), listings('hooks')],
    [claims('module'), claims('routes')],
    [claims('service'), 'server/src/features/claims/create/create-claim.ts'],
    ['server/src/features/claims/create/create-claim.ts', claims('store')],
    ['server/src/app.ts', 'server/src/modules.ts'],
    ['server/src/admin/commands.ts', 'server/src/features/moderation/admin/admin.service.ts'],
    [claims('service'), '@openlarder/domain/claims/claim-contract.ts'],
    [claims('routes'), '#server/platform/http/bind-endpoints.ts'],
    ['server/src/platform/http/bind-endpoints.ts', 'zod'],
    ['server/src/features/claims/claims.service.test.ts', 'server/test/test-database.ts'],
    ['server/test/test-database.ts', 'vitest'],
    ['web/src/features/claims/ClaimButton.tsx', 'web/src/features/listings/feed/ListingCard.tsx'],
    ['web/src/features/claims/ClaimButton.tsx', '#web/ui/Button.tsx'],
    ['web/src/features/accounts/sign-in/DemoAccounts.tsx', 'domain/src/community/thing.ts'],
    ['web/src/ui/Button.tsx', 'react'],
    ['web/src/screens/Home.tsx', 'web/src/features/claims/ClaimButton.tsx'],
    ['web/src/app/routes.tsx', 'web/src/screens/Home.tsx'],
  ]);
  // it passes nothing on
  fs.appendFileSync(path.join(folder, claims('presenter')), 'export {};\n');
  const { violations, missed, count } = cruise(folder);
  expect(asLines(violations)).toEqual([]);
  expect(missed).toEqual([]);
  expect(count).toBeGreaterThan(3 * FEATURES.length);
});
