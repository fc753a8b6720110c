import type { Community, DemoAccount } from '@openlarder/domain/community/community-contract.ts';
import * as places from '#server/features/places/places.service.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';

const demo = perApp<{ accounts: readonly DemoAccount[] }>(() => ({ accounts: [] }));

/** Sets the accounts of the demo community, which sign in by one click. There are none outside of a demo. */
export function setDemoAccounts(ctx: AppContext, accounts: readonly DemoAccount[]): void {
  demo(ctx).accounts = accounts;
}

/** The settings that the browser may know. */
export function getCommunity(ctx: AppContext): Community {
  const { settings } = ctx;
  return {
    appName: settings.appName,
    language: settings.language,
    timeZone: settings.timeZone,
    mapCentre: places.mapCentre(ctx),
    mapTiles: settings.mapTiles,
    sendsMail: settings.mail !== null,
    identityProvider: settings.oidc && { name: settings.oidc.name },
    demoAccounts: [...demo(ctx).accounts],
  };
}
