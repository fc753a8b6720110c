import type { NodePath, PluginObject, types } from '@babel/core';

/** What the browser needs of an endpoint. It does not check what the server has checked by the same schemas. */
const KEPT = ['method', 'path'];

const keyOf = (property: types.ObjectExpression['properties'][number]): string | null =>
  property.type === 'ObjectProperty' && property.key.type === 'Identifier' ? property.key.name : null;

/** Thins an endpoint out, where it is declared. */
function thinOut(path: NodePath<types.CallExpression>): void {
  const { callee, arguments: given } = path.node;
  const [spec] = given;
  if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || spec?.type !== 'ObjectExpression') return;
  spec.properties = spec.properties.filter((property) => KEPT.includes(keyOf(property) ?? ''));
}

/** What the compiler knows to be without effect by itself. */
const PLAIN =
  /^(Identifier|(Numeric|String|Boolean|Null|RegExp)Literal|ArrowFunctionExpression|FunctionExpression)$/;

/** Makes what is computed as its module loads one call that nobody misses. */
function lighten(path: NodePath<types.VariableDeclarator>): void {
  const { init } = path.node;
  if (path.getFunctionParent() || !init || PLAIN.test(init.type)) return;
  const callee: types.ArrowFunctionExpression = {
    type: 'ArrowFunctionExpression',
    params: [],
    body: init,
    async: false,
    expression: true,
  };
  path.node.init = { type: 'CallExpression', callee, arguments: [] };
  path.get('init').addComment('leading', '#__PURE__');
}

/**
 * Makes the domain's modules light for the browser. They are pure by rule, so whatever they compute on loading may
 * be left out when nobody uses it: the compiler cannot see that of `z.string().check(…)`, nor of a text put together
 * from others, so each such value is marked as a whole. And an endpoint keeps its method and its path only, so that a
 * page that calls one does not carry the schemas of everything that endpoint can say.
 */
export function leanDomain(): PluginObject {
  return {
    name: 'lean-domain',
    visitor: { CallExpression: thinOut, VariableDeclarator: { exit: lighten } },
  };
}
