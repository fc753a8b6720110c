import path from 'node:path';
import { readSettings, type Settings } from '#server/platform/settings/settings.ts';

/** Names of neighborhoods around the test people's homes. */
export const MIDTOWN_PLACES = path.join(import.meta.dirname, '../src/demo/midtown-places.json');

/** The public origin of a test's app. */
export const TEST_ORIGIN = 'http://food.example';

/** Settings with a community's defaults, in a data folder of the test's own. */
export function testSettings(dataDir: string, over: Readonly<Record<string, string>> = {}): Settings {
  return readSettings({
    PORT: '0',
    PUBLIC_URL: TEST_ORIGIN,
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://unused.example/openlarder',
    SESSION_SECRET: 'a session secret of the tests, long enough',
    RATE_LIMITS: 'off',
    TIME_ZONE: 'UTC',
    LOG_LEVEL: 'silent',
    PLACES_FILE: MIDTOWN_PLACES,
    ...over,
  });
}
