import { parseErrorText } from '@openlarder/domain/kernel/app-error.ts';
import { errorTexts } from '@openlarder/domain/kernel/error-texts.ts';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { declaredEndpoints, nameOf } from '#server/platform/http/openapi/contract-modules.ts';

const declared = await declaredEndpoints();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What the checks of a schema say, and those of the schemas inside it. */
function messagesIn(schema: unknown): string[] {
  const seen = new Set<object>();
  const messages: string[] = [];
  const visit = (value: unknown): void => {
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    if ('_zod' in value) visitDefinition(value._zod);
    else for (const inner of Object.values(value)) visit(inner);
  };
  const visitDefinition = (internals: unknown): void => {
    if (!isObject(internals) || !('def' in internals) || !isObject(internals.def)) return;
    const { def } = internals;
    if ('error' in def && typeof def.error === 'function') messages.push(String(def.error({})));
    visit(def);
  };
  visit(schema);
  return messages;
}

/** The names of a message's arguments. */
function argumentsOf(compiled: unknown): string[] {
  if (!Array.isArray(compiled)) return isObject(compiled) ? Object.values(compiled).flatMap(argumentsOf) : [];
  return compiled.flatMap((token: unknown) =>
    Array.isArray(token) ? [String(token[0]), ...token.slice(1).flatMap(argumentsOf)] : [],
  );
}

const said = declared.flatMap((endpoint) =>
  [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) =>
    messagesIn(schema).map((message) => [nameOf(endpoint), message] as const),
  ),
);

describe('a schema of the contract', () => {
  it.each([...new Map(said.map((each) => [each[1], each])).values()])(
    'has a text of the table, with its values: %s %s',
    (_name, message) => {
      const text = parseErrorText(message);
      const sentence = Object.entries(errorTexts.messages).find(([key]) => key === text?.key)?.[1];
      expect([message, sentence]).toEqual([message, expect.any(String)]);
      const wanted = new Set(argumentsOf(compileMessageOrThrow(sentence ?? '')));
      expect(new Set(Object.keys(text?.params ?? {}))).toEqual(wanted);
    },
  );

  it('is found at any depth', () => {
    const inner = z.string({ error: 'type' }).check(z.minLength(1, 'check'));
    const all = z
      .object({ list: z._default(z.array(z.nullable(inner)), []) })
      .check(z.refine(() => true, { error: 'whole' }));
    expect(
      messagesIn(
        z.optional(
          z.pipe(
            all,
            z.transform(() => null),
          ),
        ),
      ).toSorted(),
    ).toEqual(['check', 'type', 'whole']);
    // the form that shares food and its checks
    expect(said).toContainEqual(['POST /api/food-listings', '@required.title']);
    expect(said).toContainEqual(['POST /api/food-listings', '@pickup-order.end']);
  });
});
