import { type Messages, setupI18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createI18n } from './create-i18n.ts';

const CATALOGS: Readonly<Record<string, Messages>> = {
  'en signed-out': { hello: 'Hello', welcome: 'Welcome' },
  'en signed-in': { bye: 'Bye', thanks: 'Thanks' },
  'ar signed-out': { hello: 'مرحبا' },
  'ar signed-in': { bye: 'وداعا' },
  'es signed-out': { hello: 'Hola' },
  'es signed-in': {},
  'en errors': { gone: 'Gone', full: 'Full' },
  'es errors': { gone: 'Se fue' },
};

type Settings = {
  device?: string[];
  /** What the catalogs of a language, or one of them, wait for. */
  slow?: Readonly<Record<string, Promise<void>>>;
  /** What does not load for now: a language, or one of its catalogs. */
  lost?: Set<string>;
};

function setUp({ device = ['en-GB'], slow = {}, lost = new Set() }: Settings = {}) {
  const i18n = setupI18n();
  const errorI18n = setupI18n();
  const texts = createI18n({
    i18n,
    errorI18n,
    deviceLanguages: () => device,
    loadCatalog: async (language, part) => {
      await (slow[`${language} ${part}`] ?? slow[language]);
      const messages = CATALOGS[`${language} ${part}`];
      if (!messages || lost.has(language) || lost.has(`${language} ${part}`))
        throw new TypeError('Failed to fetch dynamically imported module');
      return messages;
    },
  });
  const said = () => Object.fromEntries(['hello', 'welcome', 'bye', 'thanks'].map((id) => [id, i18n._(id)]));
  return { i18n, errorI18n, texts, said };
}

afterEach(() => {
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

describe('the texts of a language', () => {
  it('have English beneath', async () => {
    const { texts, said } = setUp();
    await texts.show('ar');
    expect(said()).toMatchObject({ hello: 'مرحبا', welcome: 'Welcome' });
    await texts.add('signed-in');
    expect(said()).toEqual({ hello: 'مرحبا', welcome: 'Welcome', bye: 'وداعا', thanks: 'Thanks' });
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
    expect(i18n.locales).toEqual(['ar']);
  });

  it('are those that were wanted last, however long the others take', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { texts, said } = setUp({ slow: { ar: promise } });
    const first = texts.show('ar');
    const signedIn = texts.add('signed-in');
    await texts.show('es');
    resolve();
    await Promise.all([first, signedIn]);
    expect(said()).toEqual({ hello: 'Hola', welcome: 'Welcome', bye: 'Bye', thanks: 'Thanks' });
  });

  it('do not wait for those of the signed-in screens, and are shown without them', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const { texts, said } = setUp({ slow: { 'en signed-in': promise } });
    const shown = texts.show('es');
    const signedIn = texts.add('signed-in');
    await shown;
    expect(said()).toMatchObject({ hello: 'Hola' });
    reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(signedIn).rejects.toThrow();
    expect(said()).toMatchObject({ hello: 'Hola' });
  });

  it('are English if they do not load', async () => {
    const { texts, i18n, said } = setUp();
    await texts.show('ar');
    await texts.show('fr');
    expect(i18n.locale).toBe('en');
    expect(said()).toMatchObject({ hello: 'Hello' });
    expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
  });
});

it('adding a catalog of the shown language does not rerender', async () => {
  const { texts, i18n, said } = setUp();
  await texts.show('es');
  let changes = 0;
  i18n.on('change', () => {
    changes += 1;
  });
  await texts.add('signed-in');
  expect(said()).toEqual({ hello: 'Hola', welcome: 'Welcome', bye: 'Bye', thanks: 'Thanks' });
  expect(changes).toBe(0);
});

describe('the texts of errors', () => {
  it('follow the language of the page', async () => {
    const { texts, errorI18n } = setUp();
    await texts.show('es');
    await texts.addErrors();
    expect([errorI18n._('gone'), errorI18n._('full')]).toEqual(['Se fue', 'Full']);
    await texts.show('en');
    expect(errorI18n._('gone')).toBe('Gone');
  });

  it('render nothing again when they arrive', async () => {
    const { texts, i18n } = setUp();
    await texts.show('en');
    let changes = 0;
    i18n.on('change', () => {
      changes += 1;
    });
    await texts.addErrors();
    expect(changes).toBe(0);
  });

  it('leave the page as it is if they do not load', async () => {
    const { texts, errorI18n, said } = setUp();
    await texts.show('ar');
    await texts.addErrors();
    await texts.add('signed-in');
    expect(said()).toMatchObject({ hello: 'مرحبا', bye: 'وداعا' });
    expect(errorI18n.messages).toEqual({});
  });
});

describe('a catalog that has not loaded', () => {
  it('is loaded by the next retry', async () => {
    const lost = new Set(['es']);
    const { texts, i18n, said } = setUp({ lost });
    await texts.show('es');
    await texts.retry();
    expect(said()).toMatchObject({ hello: 'Hello' });
    lost.clear();
    await texts.retry();
    expect(i18n.locale).toBe('es');
    expect(said()).toMatchObject({ hello: 'Hola' });
    expect(document.documentElement.lang).toBe('es');
  });

  it('falls back to English for a catalog that has not loaded', async () => {
    const lost = new Set(['ar signed-in']);
    const { texts, i18n, said } = setUp({ lost });
    await texts.show('ar');
    await texts.add('signed-in');
    expect(i18n.locale).toBe('ar');
    expect(said()).toMatchObject({ hello: 'مرحبا', bye: 'Bye' });
    lost.clear();
    await texts.retry();
    expect(said()).toMatchObject({ hello: 'مرحبا', bye: 'وداعا' });
  });

  it('includes English, without which the signed-in screens are not shown', async () => {
    const lost = new Set(['en signed-in']);
    const { texts, said } = setUp({ lost });
    await texts.show('es');
    await expect(texts.add('signed-in')).rejects.toThrow();
    await texts.retry();
    lost.clear();
    await texts.retry();
    expect(said()).toMatchObject({ hello: 'Hola', bye: 'Bye' });
  });

  it.each(['en errors', 'es errors'])('leaves all other texts loaded: %s', async (catalog) => {
    const lost = new Set([catalog]);
    const { texts, i18n, errorI18n, said } = setUp({ lost });
    await texts.show('en');
    await texts.addErrors();
    await texts.show('es');
    expect(i18n.locale).toBe('es');
    expect(said()).toMatchObject({ hello: 'Hola' });
    // the server's sentence stands in, which is in the language of the person
    expect(Object.hasOwn(errorI18n.messages, 'gone')).toBe(false);
    lost.clear();
    let changes = 0;
    i18n.on('change', () => {
      changes += 1;
    });
    await texts.retry();
    expect([errorI18n._('gone'), errorI18n._('full')]).toEqual(['Se fue', 'Full']);
    await texts.retry();
    expect(changes).toBe(0);
  });

  it('leaves errors in the language that is shown instead', async () => {
    const { texts, errorI18n } = setUp({ lost: new Set(['es signed-out']) });
    await texts.addErrors();
    await texts.show('es');
    expect([errorI18n.locale, errorI18n._('gone')]).toEqual(['en', 'Gone']);
  });
});

it('switches rendered texts', async () => {
  const { texts, i18n } = setUp();
  await texts.show('en');
  function Greeting() {
    const { _ } = useLingui();
    return <p>{_('hello')}</p>;
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
