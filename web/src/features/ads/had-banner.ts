import { storedValue } from '#web/lib/stored-value.ts';

/** Whether the header had a banner the last time: its space is kept free from the start only then. */
export const hadBanner = storedValue<true>({
  key: 'openlarder.had-banner',
  parse: (stored) => (stored === true ? true : null),
});
