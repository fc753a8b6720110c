import type { KyselyPlugin, RawNode, RootOperationNode, SelectQueryNode } from 'kysely';
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

/** Replaces a text of raw queries. */
export const withRawText =
  (from: string, to: string) =>
  (node: RootOperationNode): RootOperationNode => {
    if (node.kind !== 'RawNode') return node;
    const raw: RawNode = node;
    return { ...raw, sqlFragments: raw.sqlFragments.map((fragment) => fragment.replace(from, to)) };
  };
