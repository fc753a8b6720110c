import { describe, expect, test } from 'vitest';
import de from '../../../locales/de.vocabulary.json' with { type: 'json' };
import en from '../../../locales/en.vocabulary.json' with { type: 'json' };
import es from '../../../locales/es.vocabulary.json' with { type: 'json' };
import { nameProblem, nameRules } from './names.ts';
import { singleLine } from './text-characters.ts';

const rules = nameRules([en.names, de.names, es.names]);
const problemOf = (name: string) => nameProblem(singleLine(name), rules, { community: 'Midtown Larder' });

describe('a name', () => {
  test.each([
    'A',
    'Ž',
    '山',
    'محمد عبد الله',
    'می‌خواهم',
    'אורי',
    'O’Brien-Ñúñez',
    "O'Brien-Ñúñez",
    'Jean-Luc',
    'J.',
    'J. R. R. Tolkien',
    '7',
    'Rosa Diaz',
    'City Bakery',
    'Neighbor',
    'Nachbar',
    'Lupe Vecino',
    'Neighbors of Hope',
    'A. Neighborson',
    'Family Support Network',
    'The Help Yourself Café',
    'Community Center',
    'Team',
    'Larder',
    'Midtown Larder Bakery',
    'Official Pizza',
    'हिन्दी',
    'Café Sol 🍞',
    'Rosa 🇲🇽 1️⃣',
    'I ♥ Bread',
    'Łukasz',
    'Þóra',
    'José',
    'Straße',
    'Пекарня №1',
    'Пекарня Anna',
    'Καφέ Sol',
    'xʷməθkʷəy̓əm',
    'ร้านABC',
    '株式会社ABC',
    '㈱山田',
  ])('may be %s', (name) => {
    expect(problemOf(name)).toBeNull();
  });

  test.each([
    ['City Bakery ✓', 'mark'],
    ['City Bakery ✔️', 'mark'],
    ['City Bakery ☑', 'mark'],
    ['✅ City Bakery', 'mark'],
    ['Rosa Ⓥ', 'mark'],
    ['Rosa 🅥', 'mark'],
    ['Rosa 🄥', 'mark'],
    ['Rosa ⒱', 'mark'],
    ['Rosa V⃝', 'mark'],
    ['Rosa V⃣', 'mark'],
    ['City Bakery ™', 'mark'],
    ['City Bakery ℠', 'mark'],
    ['City Bakery ®️', 'mark'],
    ['City Baкery', 'mixed'],
    ['City Baκery', 'mixed'],
    ['Niпth Avenue', 'mixed'],
    ['Bakerყ', 'mixed'],
    ['BꓮKERY', 'mixed'],
    ['Γιaννης', 'mixed'],
    ['Пεкарня', 'mixed'],
    ['A\u2800', 'mark'],
    ['\u2800', 'mark'],
    ['\u{13441}\u{1d159}', 'mark'],
    ['City Bakery \u{10102}', 'mark'],
    ['', 'unnamed'],
    ['\u200b\u2060', 'unnamed'],
    ['\u3164', 'unnamed'],
    ['\u115f\u1160', 'unnamed'],
    ['\uffa0', 'unnamed'],
    ['\ufffc', 'unnamed'],
    ['\u{e0041}', 'unnamed'],
    ['–·–', 'unnamed'],
    ['🍞', 'unnamed'],
    ['A neighbor', 'reserved'],
    ['a  NEIGHBOUR', 'reserved'],
    ['Ａ ｎｅｉｇｈｂｏｒ', 'reserved'],
    ['A nëighbor.', 'reserved'],
    ['Alguien del vecindario', 'reserved'],
    ['Deleted account', 'reserved'],
    ['Deleted-Account', 'reserved'],
    ['Cuenta eliminada', 'reserved'],
    ['Ein Nachbar', 'reserved'],
    ['Eine Nachbarin', 'reserved'],
    ['Un vecino', 'reserved'],
    ['Una vecina', 'reserved'],
    ['Jemand', 'reserved'],
    ['Support', 'reserved'],
    ['The Support Team', 'reserved'],
    ['Soporte', 'reserved'],
    ['Admin', 'reserved'],
    ['OpenLarder', 'reserved'],
    ['OpenLarder Support', 'reserved'],
    ['Open Larder helpers', 'reserved'],
    ['City Bakery (verified)', 'reserved'],
    ['City Bakery V.e.r.i.f.i.e.d', 'reserved'],
    ['Gelöschtes Konto', 'reserved'],
    ['Die Hilfe', 'reserved'],
    ['Panadería verificada', 'reserved'],
    ['City Bakery, verifizierter Betrieb', 'reserved'],
    ['Midtown Larder', 'reserved'],
    ['Midtown Larder Team', 'reserved'],
  ])('may not be %j', (name, problem) => {
    expect(problemOf(name)).toBe(problem);
  });

  test('of an organization is not called official beside it', () => {
    const ofOrganization = (name: string) => nameProblem(name, rules, { isOrganization: true });
    for (const name of [
      'City Food Bank (official)',
      '[Oficial] City Food Bank',
      'City Food Bank – offiziell',
      'City Food Bank OFFICIAL',
    ])
      expect([name, ofOrganization(name), problemOf(name)]).toEqual([name, 'mark', null]);
    expect(ofOrganization('Official Pizza')).toBeNull();
    expect(ofOrganization('City Food Bank (north)')).toBeNull();
    expect(problemOf('Maria Oficial')).toBeNull();
  });
});
