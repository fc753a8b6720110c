import { describe, expect, it } from 'vitest';
import { isNeighborhoodOnly, mentionsAddress } from './address-in-text.ts';

describe('isNeighborhoodOnly', () => {
  it.each([
    ['Lindenstr. 5, Berlin', 'Lindenstr. 5, Berlin'],
    ['Lindenstr', 'Lindenstr. 5, Berlin'],
    ['near Lindenstraße', 'Lindenstr. 5, Berlin'],
    ['LINDENSTRASSE', 'Lindenstraße 5, 10969 Berlin'],
    ['By the mill 2', 'anything'],
    ['By the mill ٢', 'anything'],
    ['Rue Cler', '12, rue Cler, Paris'],
    ['Calle Jose Marti', 'Calle José Martí 4, Habana'],
    ['Haus Rosengarten', 'Haus Rosengarten, Lindenstr. 5, Berlin'],
    ['Rosewood Court', 'Rosewood Court'],
    ['Broadway', '1515 Broadway, New York'],
    ['улица Ленина', 'ул. Ленина, 7, Казань'],
    ['Bay Ridge Avenue', '61 Bay Ridge Avenue'],
    ['Bay Ridge Ave.', '61 Bay Ridge Avenue, Brooklyn'],
    ['61 Bay Ridge', '61 Bay Ridge Avenue'],
    ['Bay Ridge, house of Rosa', '61 Bay Ridge Avenue, Rosa Diaz'],
    ['Ridge', '61 Bay Ridge Avenue'],
    ['Mill Hill', '12 Mill Hill, Oakham'],
    ['Hill House', 'Hill House, 12 Mill Lane'],
    ['Calle Loma Linda', 'Calle Loma Linda 4'],
    ['Elm', '12 Elm St'],
    ['the Elm area', '12 Elm St, Oakham'],
    ['Elm Street', '12 Elm St'],
    ['Ash & Elm', '3 Ash Ave'],
    ['A', '12 Avenue A'],
    ['near Foy', '7, rue de Foy, Paris'],
    ['Bay', '3 Bay St'],
    ['榆树街', '榆树街12号'],
    ['Haus Rosengarten', 'Haus Rosengarten'],
    ['Haus Rosengarten', 'Haus Rosengarten, Somosomo'],
    ['Familia Quispe', 'Familia Quispe, junto a la iglesia'],
    ['Jetty', 'Somosomo jetty'],
    ['Somosomo', 'Somosomo Street'],
    ['Somosomo', 'Somosomo 4'],
    ['Alte Linden', 'Alte Lindenstraße'],
  ])('refuses %j for a person at %j', (label, address) => {
    expect(isNeighborhoodOnly(label, address, [])).toBe(false);
  });

  it.each([
    ['By the mill', 'Lindenstr. 5, Berlin'],
    ['Kreuzberg, Berlin', 'Lindenstr. 5, 10969 Berlin, Germany'],
    ['Oakham', '12 Mill Lane, Oakham'],
    ['Oakham', '12 Mill Lane, Oakham, LE15 6AB'],
    ['Oakham', '12, Mill Lane, Oakham'],
    ['Old Town', ''],
    ['The Sea', '4 The Parade'],
    ['Old Town', '5 Old Mill Rd'],
    ['Somosomo', 'Somosomo jetty'],
    ['Bay Ridge', '3 Bay St'],
    ['La Boca', 'Calle de la Paz 3'],
    ['Elm', '12 Mill Lane, Elm'],
    ['SoHo', '12 So Rd'],
    ['Bay Ridge', '61 Bay Ridge Avenue'],
    ['bay ridge', '61 Bay Ridge Ave., Brooklyn'],
    ['Bay Ridge', 'Apt 4, 61 Bay Ridge Ave, Brooklyn, NY 11220'],
    ['Loma Linda', 'Calle Loma Linda 4'],
    ['Villa Crespo', 'Avenida de la Villa Crespo 12'],
  ])('allows %j for a person at %j', (label, address) => {
    expect(isNeighborhoodOnly(label, address, [])).toBe(true);
  });

  it('allows the words of known places', () => {
    expect(isNeighborhoodOnly('Chelsea, by the river', 'Chelsea Market, 75 9th Ave', [])).toBe(false);
    expect(isNeighborhoodOnly('Chelsea, by the river', 'Chelsea Market, 75 9th Ave', ['Chelsea'])).toBe(true);
  });
});

describe('mentionsAddress', () => {
  it.each([
    ['Soup at 12 Mill Lane', '12 Mill Lane, Oakham', true],
    ['Soup, mill lane no. 12', '12 Mill Lane, Oakham', true],
    ['Suppe in der Lindenstraße 5', 'Lindenstr. 5, Berlin', true],
    ['12 bagels', '12 Mill Lane, Oakham', false],
    ['Bread from the mill', '12 Mill Lane, Oakham', false],
    ['12 rolls from Oakham', '12 Mill Lane, Oakham', false],
    ['Soup for 4', '', false],
  ])('%j by a person at %j: %s', (title, address, is) => {
    expect(mentionsAddress(title, address)).toBe(is);
  });
});
