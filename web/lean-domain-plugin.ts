import type { NodePath, PluginObject, types } from '@babel/core';

/** What the browser needs of an endpoint. It does not check what the server has checked by the same schemas. */
const KEPT = ['method', 'path'];

const keyOf = (property: types.ObjectExpression['properties'][number]): string | null =>
  property.type === 'ObjectProperty' && property.key.type === 'Identifier' ? property.key.name : null;

/**
 * Makes the domain's modules light for the browser. They are pure by rule, so whatever they compute on loading may
 * be left out when nobody uses it: the compiler cannot see that of `z.string().check(…)`, so every such call is
 * marked. And an endpoint keeps its method and its path only, so that a page that calls one does not carry the
 * schemas of everything that endpoint can say.
 */
export function leanDomain(): PluginObject {
  return {
    name: 'lean-domain',
    visitor: {
      'CallExpression|NewExpression'(path: NodePath<types.CallExpression | types.NewExpression>) {
        if (path.getFunctionParent()) return;
        const { node } = path;
        const [spec] = node.arguments;
        const isEndpoint = node.callee.type === 'Identifier' && node.callee.name === 'endpoint';
        if (isEndpoint && spec?.type === 'ObjectExpression') {
          spec.properties = spec.properties.filter((property) => KEPT.includes(keyOf(property) ?? ''));
        }
        path.addComment('leading', '#__PURE__');
      },
    },
  };
}
