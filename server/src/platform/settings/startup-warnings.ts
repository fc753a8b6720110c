import { isClockUnchosen } from './region.ts';
import type { Settings } from './settings.ts';

/** Whether people reach the app through a proxy that the settings don't name: it is public, and speaks no TLS itself. */
export const isProxyUnnamed = ({ secure, trustProxy }: Pick<Settings, 'secure' | 'trustProxy'>): boolean =>
  secure && trustProxy === false;

/** What the operator of a public app has probably forgotten to set, and what comes of it: lines for the log. */
export const startupWarnings = (
  settings: Pick<Settings, 'secure' | 'trustProxy' | 'timeZone' | 'setByOperator'>,
): readonly string[] => [
  ...(isProxyUnnamed(settings)
    ? ['TRUST_PROXY is not set: all people have the address of the proxy and share its limits']
    : []),
  ...(settings.secure && isClockUnchosen(settings)
    ? ['TIME_ZONE is not set: days and quiet hours follow UTC']
    : []),
];
