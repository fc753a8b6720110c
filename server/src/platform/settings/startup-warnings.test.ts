import { expect, test } from 'vitest';
import { startupWarnings } from './startup-warnings.ts';

const PUBLIC = { secure: true, trustProxy: true, timeZone: 'Europe/Berlin', setByOperator: [] } as const;

test.each([
  ['nothing where all is set', {}, []],
  ['nothing on this machine', { secure: false, trustProxy: false, timeZone: 'UTC' }, []],
  ['a proxy that is not named', { trustProxy: false }, [/^TRUST_PROXY /]],
  ['a clock that no one chose', { timeZone: 'UTC' }, [/^TIME_ZONE .*UTC$/]],
  ['both', { trustProxy: false, timeZone: 'UTC' }, [/^TRUST_PROXY /, /^TIME_ZONE /]],
  ['not the clock that the operator chose', { timeZone: 'UTC', setByOperator: ['TIME_ZONE'] }, []],
] as const)('the log says at the start: %s', (_, changed, expected) => {
  expect(startupWarnings({ ...PUBLIC, ...changed })).toEqual(
    expected.map((line) => expect.stringMatching(line)),
  );
});
