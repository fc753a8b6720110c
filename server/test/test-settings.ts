import { readSettings, type Settings } from '#server/platform/settings/settings.ts';

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
    ...over,
  });
}
