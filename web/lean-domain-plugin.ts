import type { NodePath, PluginObject, types } from '@babel/core';

/** What the browser needs of an endpoint. It does not check what the server has checked by the same schemas. */
const KEPT = ['method', 'path'];

const keyOf = (property: types.ObjectExpression['properties'][number]): string | null =>
  property.type === 'ObjectProperty' && property.key.type === 'Identifier' ? property.key.name : null;

/** Marks a call that runs when its module loads as one that nobody misses, and thins it out if it is an endpoint. */
function lighten(path: NodePath<types.CallExpression> | NodePath<types.NewExpression>): void {
  if (path.getFunctionParent()) return;
  const { callee, arguments: given } = path.node;
  const [spec] = given;
  if (callee.type === 'Identifier' && callee.name === 'endpoint' && spec?.type === 'ObjectExpression') {
    spec.properties = spec.properties.filter((property) => KEPT.includes(keyOf(property) ?? ''));
  }
  path.addComment('leading', '#__PURE__');
}

/**
 * Makes the domain's modules light for the browser. They are pure by rule, so whatever they compute on loading may
 * be left out when nobody uses it: the compiler cannot see that of `z.string().check(…)`, so every such call is
 * marked. And an endpoint keeps its method and its path only, so that a page that calls one does not carry the
 * schemas of everything that endpoint can say.
 */
export function leanDomain(): PluginObject {
  return { name: 'lean-domain', visitor: { CallExpression: lighten, NewExpression: lighten } };
}
