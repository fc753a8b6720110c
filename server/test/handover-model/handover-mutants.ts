import { type RootOperationNode, sql } from 'kysely';
import { claimHandovers } from '#server/features/claims/claim-handovers.ts';
import { matchHandovers } from '#server/features/emergency/matching/match-handovers.ts';
import { type HandoverOwner, handoverOwner } from '#server/features/handovers/handovers.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { withChangedQueries } from '#server/test/changed-queries.ts';
import { missMs } from './handover-model.ts';
import type { Mutation } from './handover-world.ts';

/** The context with other owners of handovers, in the order of locks. */
function withOwners(ctx: AppContext, change: Partial<Record<'claims' | 'matches', Partial<HandoverOwner>>>) {
  const owners = [
    { ...matchHandovers, ...change.matches },
    { ...claimHandovers, ...change.claims },
  ];
  const hooks = ctx.hooks.filter(({ hook }) => hook !== 'handoverOwner');
  return { ...ctx, hooks: [...hooks, ...owners.map((owner) => handoverOwner.handler(owner))] };
}

/** Leaves columns of a table as they are in its updates; with `beside`, in those that set this column too. */
const withoutSetting =
  (table: string, column: string, beside: string = column) =>
  (node: RootOperationNode): RootOperationNode => {
    const isMeant = node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes(`"${table}"`);
    if (!isMeant || !JSON.stringify(node.updates).includes(`"${beside}`)) return node;
    const updates = node.updates?.map((each) =>
      JSON.stringify(each.column).includes(`"${column}`) ? { ...each, value: each.column } : each,
    );
    return updates ? { ...node, updates } : node;
  };

/** Planted bugs, each with an expected difference from the model. */
export const MUTANTS: readonly (readonly [name: string, notices: string, mutation: Mutation])[] = [
  [
    'servings that come back twice',
    '.left',
    {
      ctxFor: (ctx) =>
        withOwners(ctx, {
          claims: {
            onEnded: async (tx, ended) => {
              await claimHandovers.onEnded(tx, ended);
              if (ended.status !== 'released') return;
              await sql`
                update food_listing set servings_left = servings_left + claim.servings,
                  estimated_servings = estimated_servings + claim.servings
                from claim where claim.listing_id = food_listing.id and claim.handover_id = ${ended.id}
                  and food_listing.status = 'posted'`.execute(tx.db);
            },
          },
        }),
    },
  ],
  [
    'a request that is not open again',
    'matched',
    {
      ctxFor: (ctx) =>
        withOwners(ctx, {
          matches: {
            onEnded: async (tx, ended) => {
              if (ended.status !== 'lapsed') await matchHandovers.onEnded(tx, ended);
            },
          },
        }),
    },
  ],
  [
    'an address that stays visible',
    'seen',
    { ctxFor: (ctx) => withChangedQueries(ctx, withoutSetting('place_grant', 'until')) },
  ],
  [
    'a wrong code that does not count',
    '.wrongCodes',
    { ctxFor: (ctx) => withChangedQueries(ctx, withoutSetting('handover', 'code_tries')) },
  ],
  [
    'a no-show before its time',
    'too-early',
    {
      ctxFor: (ctx, act) => {
        const atMs = act.do === 'no-show' ? missMs(act.handover, 'giver') : 0;
        return atMs > ctx.clock.now().getTime() ? { ...ctx, clock: { now: () => new Date(atMs) } } : ctx;
      },
    },
  ],
  [
    'a second helper of a request',
    'pending',
    { ctxFor: (ctx) => withChangedQueries(ctx, withoutSetting('emergency_request', 'status', 'matched')) },
  ],
  [
    'a proposal that outlives the handover',
    '.proposal',
    { ctxFor: (ctx) => withChangedQueries(ctx, withoutSetting('handover', 'proposed_', 'ended_at')) },
  ],
];

/** Where two values differ, and how, as text. */
export function differences(expected: unknown, actual: unknown, at = ''): string[] {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  const isBoth = [expected, actual].every((value) => typeof value === 'object' && value !== null);
  if (!isBoth) return [`${at}: ${JSON.stringify(expected)} is ${JSON.stringify(actual)}`];
  const [wanted, found] = [Object(expected), Object(actual)];
  const keys = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  return [...keys].flatMap((key) => differences(wanted[key], found[key], `${at}.${key}`));
}
