import { SPECIFIED_CLAIMS } from '@openlarder/domain/kernel/community-claims.ts';
import type { Community, DemoAccount } from '@openlarder/domain/community/community-contract.ts';
import { mapCentre } from '#server/features/places/place-names.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';

const demo = perApp<{ accounts: readonly DemoAccount[] }>(() => ({ accounts: [] }));

/** A mailbox that does not exist: `.example` is a reserved domain. */
const DEMO_MAILBOX = 'volunteers@demo.example';

/** Sets the accounts of the demo community, which sign in with one click. Never called outside of a demo. */
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
    mapCentre: mapCentre(ctx),
    mapTiles: settings.mapTiles,
    sendsMail: settings.mail !== null,
    identityProvider: settings.oidc && { name: settings.oidc.name },
    // only the demo, where nothing is real, makes the claims of the specification by itself
    claims: settings.communityClaims ?? (demo(ctx).accounts.length > 0 ? SPECIFIED_CLAIMS : null),
    payments: settings.payments && { publishableKey: settings.payments.publishableKey },
    volunteerEmail: settings.volunteerEmail ?? (demo(ctx).accounts.length > 0 ? DEMO_MAILBOX : null),
    demoAccounts: [...demo(ctx).accounts],
  };
}
