import {
  ORGANIZATION_TYPES,
  type OrganizationType,
  USER_TYPES,
  type UserType,
} from '@openlarder/domain/accounts/account-fields.ts';
import { ALLERGENS, type Allergen, type Diet, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { oneOf, readTable, type TableRow, wordsOf } from './read-table.ts';

/** One public password for all: the sign-in page offers one-click sign-in. */
export const DEMO_PASSWORD = 'share-a-meal';

export type DemoPerson = {
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly userType: UserType;
  readonly address: string;
  /** Home address; for a business its public address. */
  readonly home: GeoPoint;
  readonly business?: { readonly name: string; readonly type: OrganizationType };
  readonly diets: readonly Diet[];
  readonly allergens: readonly Allergen[];
  readonly isAdmin: boolean;
};

/** Who does not share or claim at random. */
const ADMIN = 'olivia';

const businessOf = (row: TableRow): DemoPerson['business'] | null =>
  row('business') === ''
    ? null
    : { name: row('business'), type: oneOf(row('kind of business'), ORGANIZATION_TYPES) };

/** Invented people; the streets are Midtown's, the coordinates lie on land within the default bounds. */
const PEOPLE = readTable('demo-people.csv').map((row): DemoPerson => {
  const business = businessOf(row);
  return {
    key: row('key'),
    firstName: row('first name'),
    lastName: row('last name'),
    userType: oneOf(row('type'), USER_TYPES),
    address: row('address'),
    home: { latitude: Number(row('latitude')), longitude: Number(row('longitude')) },
    ...(business && { business }),
    diets: wordsOf(row('diets'), DIETS),
    allergens: wordsOf(row('allergens'), ALLERGENS),
    isAdmin: row('key') === ADMIN,
  };
});

/** The accounts offered on the sign-in page: one per kind of user, and an admin. */
const OFFERED = new Set(['rosa', 'amir', 'june', 'bakery', ADMIN]);
export const DEMO_ACCOUNTS: readonly DemoPerson[] = PEOPLE.filter(({ key }) => OFFERED.has(key));
export const DEMO_NEIGHBORS: readonly DemoPerson[] = PEOPLE.filter(({ key }) => !OFFERED.has(key));

export const demoName = ({ business, firstName, lastName }: DemoPerson): string =>
  business?.name ?? `${firstName} ${lastName}`;

/** Mail is never delivered: the domain is reserved for examples. */
export const emailOf = (person: Pick<DemoPerson, 'key'>): string => `${person.key}@demo.example`;
