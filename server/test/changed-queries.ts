import type {
  AndNode,
  KyselyPlugin,
  OperationNode,
  RawNode,
  RootOperationNode,
  SelectQueryNode,
  UpdateQueryNode,
} from 'kysely';
import type { AppContext } from '#server/platform/app-context.ts';

/**
 * The context with every query changed before it is compiled: for mutants, which prove that a race test notices a
 * missing lock.
 */
export function withChangedQueries(
  ctx: AppContext,
  change: (node: RootOperationNode) => RootOperationNode,
): AppContext {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => change(node),
    transformResult: async ({ result }) => result,
  };
  return { ...ctx, db: ctx.db.withPlugin(plugin) };
}

/** Removes row locks from the selects of one table. */
export const withoutRowLocksOn =
  (table: string) =>
  (node: RootOperationNode): RootOperationNode => {
    if (node.kind !== 'SelectQueryNode') return node;
    const { endModifiers: _locks, ...unlocked }: SelectQueryNode = node;
    return JSON.stringify(node.from).includes(`"name":"${table}"`) ? unlocked : node;
  };

/** Replaces texts of raw queries. */
export const withRawText =
  (replacements: Readonly<Record<string, string>>) =>
  (node: RootOperationNode): RootOperationNode => {
    if (node.kind !== 'RawNode') return node;
    const raw: RawNode = node;
    const replaced = (fragment: string): string =>
      Object.entries(replacements).reduce((text, [from, to]) => text.replace(from, to), fragment);
    return { ...raw, sqlFragments: raw.sqlFragments.map(replaced) };
  };

/** Keeps only the first condition of the updates of one table that write `value`: they change a row in any state. */
export const withFirstConditionOnly =
  (table: string, value: string) =>
  (node: RootOperationNode): RootOperationNode => {
    if (node.kind !== 'UpdateQueryNode') return node;
    const update: UpdateQueryNode = node;
    if (!JSON.stringify(update.table).includes(`"name":"${table}"`)) return node;
    if (!update.where || !JSON.stringify(update.updates).includes(`"${value}"`)) return node;
    let first: OperationNode = update.where.where;
    while (first.kind === 'AndNode') first = (first as AndNode).left;
    return { ...update, where: { ...update.where, where: first } };
  };

/**
 * Makes claims take what they read a moment before, without a lock and without a check: others read the same in between.
 */
export const takeWhatWasRead = withRawText({
  '= listing.servings_left - before.taken': '= before.servings_left - before.taken',
  'listing.servings_claimed + before.taken': 'before.servings_claimed + before.taken',
  'case when listing.servings_left =': 'case when before.servings_left =',
  'select id, coalesce(': 'select id, servings_left, servings_claimed, coalesce(',
  'from food_listing where id =': 'from food_listing, pg_sleep(0.1) where id =',
  'for no key update': '',
  "listing.status = 'posted'": 'true',
  'listing.servings_left >= before.taken': 'before.servings_left >= before.taken',
});
