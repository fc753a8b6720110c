import { I18n, type MessageDescriptor, type MessageOptions } from '@lingui/core';
import { valuesAsTyped } from '@openlarder/domain/kernel/text-table.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Makes an instance show the values in its sentences as people typed them, be it by `t`, `Trans` or `plural`, and
 * returns it.
 */
export function showValuesAsTyped(i18n: I18n): I18n {
  // of the class: an instance may be passed twice
  const word = I18n.prototype._.bind(i18n);
  const typed = (values: Values) => valuesAsTyped(values, i18n.locale);
  function wordAsTyped(text: MessageDescriptor | string, values?: Values, options?: MessageOptions): string {
    if (typeof text === 'string') return word(text, values && typed(values), options);
    return word(text.values ? { ...text, values: typed(text.values) } : text);
  }
  return Object.assign(i18n, { _: wordAsTyped, t: wordAsTyped });
}
