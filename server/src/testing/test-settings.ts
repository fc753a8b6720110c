import { readSettings, type Settings } from '#server/platform/settings/settings.ts';

/** Settings with a community's defaults, in a data folder of the test's own. */
export function testSettings(dataDir: string, over: Readonly<Record<string, string>> = {}): Settings {
  return readSettings({
    PORT: '0',
    PUBLIC_URL: 'http://food.example',
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://unused.example/openlarder',
    SESSION_SECRET: 'a session secret of the tests, long enough',
    PLACE_SECRET: 'a place secret of the tests, long enough',
    RATE_LIMITS: 'off',
    TIME_ZONE: 'UTC',
    LOG_LEVEL: 'silent',
    ...over,
  });
}
