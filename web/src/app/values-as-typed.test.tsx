import { i18n, setupI18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
// the instance of the page
import './i18n/i18n.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { errorI18n, wordError } from '#web/lib/http-error.ts';
import { showValuesAsTyped } from '#web/lib/values-as-typed.ts';

const TYPED = [
  String.raw`Soup \u202e`,
  String.raw`\x41\u202e\\x0a`,
  String.raw`C:\food`,
  "{title} '{' # it's",
  'Soup \u202e',
  '<0>bold</0> and <b>bolder</b>, <0/><1/>',
];

describe.each(TYPED)('a value appears in a sentence exactly as typed: %j', (title) => {
  it('by t', () => {
    expect(t`For “${title}”`).toBe(`For “${title}”`);
  });

  it('in another sentence', () => {
    const inner = t`For “${title}”`;
    expect(t`${inner}, please`).toBe(`For “${title}”, please`);
  });

  it('by plural', () => {
    const count = 2;
    expect(plural(count, { one: `# of ${title}`, other: `# of ${title}s` })).toBe(`2 of ${title}s`);
  });

  it('by Trans', () => {
    renderWithProviders(
      <Trans>
        For <b>{title}</b>
      </Trans>,
    );
    expect(screen.getByText((_text, element) => element?.tagName === 'B').textContent).toBe(title);
  });

  it('by useLingui', () => {
    function Part() {
      const { _ } = useLingui();
      return <p>{_({ id: 'titled', message: 'For {title}', values: { title } })}</p>;
    }
    const { container } = renderWithProviders(<Part />);
    expect(container.querySelector('p')?.textContent).toBe(`For ${title}`);
  });

  it('in an error', () => {
    errorI18n.load('en', { 'error.sample-typed': 'No “{title}”.' });
    expect(wordError('sample-typed', { title })).toBe(`No “${title}”.`);
  });
});

it('a value written in the other direction keeps to itself', () => {
  const name = 'רנא (3)';
  expect(t`For ${name}, now`).toBe(`For \u2068${name}\u2069, now`);
  const { container } = renderWithProviders(<Trans>For {name}, now</Trans>);
  expect(container.textContent).toBe(`For \u2068${name}\u2069, now`);
});

it('an instance may be passed twice', () => {
  const other = setupI18n({ locale: 'en', messages: { en: { titled: ['For ', ['title']] } } });
  const value = String.raw`\u202e`;
  expect(showValuesAsTyped(showValuesAsTyped(other))._('titled', { title: value })).toBe(`For ${value}`);
  expect(showValuesAsTyped(i18n)).toBe(i18n);
});
