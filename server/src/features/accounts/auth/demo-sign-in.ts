import type { DemoAccount } from '@openlarder/domain/community/community-contract.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';

/** The demo community, all of whose people have one public password. */
export type DemoPeople = {
  /** Those who sign in with one click. */
  readonly offered: readonly DemoAccount[];
  /** The emails of all. */
  readonly emails: ReadonlySet<string>;
  /** The emails of those who never sign in: the organizers of a demo that is open beyond this machine. */
  readonly withheld: ReadonlySet<string>;
};

const demo = perApp<{ people: DemoPeople | null }>(() => ({ people: null }));

/** Called only in a demo. */
export function setDemo(ctx: AppContext, people: DemoPeople): void {
  demo(ctx).people = people;
}

export const isDemo = (ctx: AppContext): boolean => demo(ctx).people !== null;

/** The accounts that the sign-in page offers to a visitor who came by one of our own names; none to others. */
export function demoAccounts(
  ctx: AppContext,
  { byOwnName }: { readonly byOwnName: boolean },
): readonly DemoAccount[] {
  return byOwnName ? (demo(ctx).people?.offered ?? []) : [];
}

/** Whether the account has the demo's public password and is not for this visitor. */
export function isWithheld(
  ctx: AppContext,
  email: string,
  { byOwnName }: { readonly byOwnName: boolean },
): boolean {
  const { people } = demo(ctx);
  if (!people?.emails.has(email)) return false;
  return !byOwnName || people.withheld.has(email);
}
