import { type Messages, setupI18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createI18n } from './create-i18n.ts';
import { withResolvers } from '#web/testing/with-resolvers.ts';

const CATALOGS: Readonly<Record<string, Messages>> = {
  'ar texts': { hello: 'مرحبا' },
  'es texts': { hello: 'Hola' },
  'en errors': { gone: 'Gone', full: 'Full' },
  'ar errors': { gone: 'ذهب' },
  'es errors': { gone: 'Se fue', full: 'Lleno' },
};

type Settings = {
  device?: string[];
  /** What the catalogs of a language wait for. */
  slow?: Readonly<Record<string, Promise<void>>>;
  /** Catalogs that do not load for now. */
  lost?: Set<string>;
};

function setUp({ device = ['en-GB'], slow = {}, lost = new Set() }: Settings = {}) {
  const i18n = setupI18n();
  const errorI18n = setupI18n();
  const asked: string[] = [];
  const texts = createI18n({
    i18n,
    errorI18n,
    deviceLanguages: () => device,
    loadCatalog: async (language, catalog) => {
      asked.push(`${language} ${catalog}`);
      await slow[language];
      const messages = CATALOGS[`${language} ${catalog}`];
      if (!messages || lost.has(`${language} ${catalog}`))
        throw new TypeError('Failed to fetch dynamically imported module');
      return messages;
    },
  });
  // as the code has it
  const hello = () => i18n._({ id: 'hello', message: 'Hello' });
  const errors = () => [errorI18n._('gone'), errorI18n._('full')];
  /** How often the page renders again. */
  const counted = { changes: 0 };
  i18n.on('change', () => {
    counted.changes += 1;
  });
  return { i18n, errorI18n, texts, hello, errors, asked, counted };
}

afterEach(() => {
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

describe('the texts of a language', () => {
  it('are loaded for it alone, and for English not at all', async () => {
    const { texts, hello, asked } = setUp();
    await texts.show('en');
    expect([hello(), asked]).toEqual(['Hello', []]);
    await texts.show('ar');
    expect([hello(), asked]).toEqual(['مرحبا', ['ar texts']]);
  });

  it('set the language and direction of the page', async () => {
    const { texts } = setUp();
    await texts.show('ar');
    expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' });
    await texts.show('es');
    expect(document.documentElement).toMatchObject({ lang: 'es', dir: 'ltr' });
  });

  it('take the date and number format of the device if its language matches', async () => {
    const { texts, i18n } = setUp({ device: ['es-MX', 'en-GB'] });
    await texts.show('en');
    expect(i18n.locales).toEqual(['en-GB', 'en']);
    await texts.show('ar');
    expect(i18n.locales).toEqual(['ar-MX', 'ar']);
  });

  it('are those that were wanted last, however long the others take', async () => {
    const { promise, resolve } = withResolvers<void>();
    const { texts, hello } = setUp({ slow: { ar: promise } });
    const first = texts.show('ar');
    const second = texts.show('es');
    resolve();
    await Promise.all([first, second]);
    expect(hello()).toBe('Hola');
  });

  it('are English if they do not load', async () => {
    const { texts, i18n, hello } = setUp();
    await texts.show('ar');
    await texts.show('fr');
    expect(i18n.locale).toBe('en');
    expect(hello()).toBe('Hello');
    expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
  });
});

describe('the texts of errors', () => {
  it('follow the language of the page', async () => {
    const { texts, errors } = setUp();
    await texts.show('es');
    await texts.addErrors();
    expect(errors()).toEqual(['Se fue', 'Lleno']);
    await texts.show('en');
    expect(errors()).toEqual(['Gone', 'Full']);
  });

  it('render nothing again when they arrive', async () => {
    const { texts, counted } = setUp();
    await texts.show('en');
    const before = counted.changes;
    await texts.addErrors();
    expect(counted.changes).toBe(before);
  });
});

describe('a catalog that has not loaded', () => {
  it('is loaded by the next retry', async () => {
    const lost = new Set(['es texts']);
    const { texts, i18n, hello } = setUp({ lost });
    await texts.show('es');
    await texts.retry();
    expect(hello()).toBe('Hello');
    lost.clear();
    await texts.retry();
    expect(i18n.locale).toBe('es');
    expect(hello()).toBe('Hola');
    expect(document.documentElement.lang).toBe('es');
  });

  it('leaves all other texts loaded', async () => {
    const lost = new Set(['es errors']);
    const { texts, errorI18n, hello, errors, counted } = setUp({ lost });
    await texts.addErrors();
    await texts.show('es');
    expect(hello()).toBe('Hola');
    // the server's sentence stands in, which is in the language of the person
    expect(Object.hasOwn(errorI18n.messages, 'gone')).toBe(false);
    lost.clear();
    const before = counted.changes;
    await texts.retry();
    expect(errors()).toEqual(['Se fue', 'Lleno']);
    await texts.retry();
    expect(counted.changes).toBe(before);
  });

  it('leaves errors in the language that is shown instead', async () => {
    const { texts, errorI18n, errors } = setUp({ lost: new Set(['es texts']) });
    await texts.addErrors();
    await texts.show('es');
    expect([errorI18n.locale, ...errors()]).toEqual(['en', 'Gone', 'Full']);
  });
});

it('switches rendered texts', async () => {
  const { texts, i18n } = setUp();
  await texts.show('en');
  function Greeting() {
    const { _ } = useLingui();
    return <p>{_({ id: 'hello', message: 'Hello' })}</p>;
  }
  render(
    <I18nProvider i18n={i18n}>
      <Greeting />
    </I18nProvider>,
  );
  expect(screen.getByText('Hello')).toBeTruthy();
  await act(() => texts.show('es'));
  expect(screen.getByText('Hola')).toBeTruthy();
});
