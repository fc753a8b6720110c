import { Trans as Sentence, type TransProps } from '@lingui/react';
import { Fragment } from 'react';

const asTyped = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('<') ? <Fragment>{value}</Fragment> : value;

/**
 * What the macro `Trans` becomes, by lingui.config.ts: tags that people typed in a value, such as `<0/>`, are shown
 * instead of taken for those of the sentence.
 */
export function Trans({ values, ...sentence }: TransProps) {
  if (values === undefined) return <Sentence {...sentence} />;
  const typed = Object.entries(values).map(([name, value]) => [name, asTyped(value)]);
  return <Sentence {...sentence} values={Object.fromEntries(typed)} />;
}
