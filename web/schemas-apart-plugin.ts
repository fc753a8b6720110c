import { readFile } from 'node:fs/promises';
import type { PluginObject, types } from '@babel/core';
import type { Plugin } from 'vite';

/*
 * The domain keeps a schema beside the rules and endpoints that belong to it. The home screen needs those, and the
 * schemas (with the library that runs them) only once a form opens: but a module is loaded as one. So a form gets
 * its schemas from a second copy of their module, and what neither copy's readers name is shaken out of each.
 */
const COPY = '?schemas';
const DOMAIN = '@openlarder/domain/';
/** By its name a schema is known. */
const SCHEMA = /(Schema|Body)$/;

const nameOf = (specifier: types.ImportDeclaration['specifiers'][number]): string =>
  specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
    ? specifier.imported.name
    : '';

/** Lets a module of the web app import the domain's schemas from their copy. */
export function importSchemasApart(): PluginObject {
  return {
    name: 'import-schemas-apart',
    visitor: {
      ImportDeclaration(path) {
        const { source, specifiers, importKind } = path.node;
        if (importKind === 'type' || !source.value.startsWith(DOMAIN) || source.value.endsWith(COPY)) return;
        const schemas = specifiers.filter((specifier) => SCHEMA.test(nameOf(specifier)));
        if (schemas.length === 0) return;
        path.insertAfter({
          type: 'ImportDeclaration',
          specifiers: schemas,
          source: { type: 'StringLiteral', value: `${source.value}${COPY}` },
        });
        path.node.specifiers = specifiers.filter((specifier) => !schemas.includes(specifier));
        if (path.node.specifiers.length === 0) path.remove();
      },
    },
  };
}

/** Finds the copies. What a copy imports of the domain is a copy, too, so that it leads back to none of the others. */
export function copySchemas(): Plugin {
  return {
    name: 'copy-schemas',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      const isNamed = source.endsWith(COPY);
      if (!isNamed && !(importer?.endsWith(COPY) && (source.startsWith('.') || source.startsWith(DOMAIN))))
        return null;
      const plain = await this.resolve(
        isNamed ? source.slice(0, -COPY.length) : source,
        importer?.endsWith(COPY) ? importer.slice(0, -COPY.length) : importer,
        { skipSelf: true },
      );
      return plain && { ...plain, id: `${plain.id}${COPY}` };
    },
    async load(id) {
      return id.endsWith(COPY)
        ? { code: await readFile(id.slice(0, -COPY.length), 'utf8'), moduleType: 'ts' }
        : null;
    },
  };
}
