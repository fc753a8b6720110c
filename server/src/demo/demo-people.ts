import type { OrganizationType, UserType } from '@openlarder/domain/accounts/account-fields.ts';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';

/** One public password for all: the sign-in page offers one-click sign-in. */
export const DEMO_PASSWORD = 'share-a-meal';

export type DemoPerson = {
  /** Key used by the demo's script. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly userType: UserType;
  readonly address: string;
  /** Home address; for a business its public address. */
  readonly home: GeoPoint;
  readonly business?: { readonly name: string; readonly type: OrganizationType };
  readonly diets?: readonly Diet[];
  readonly allergens?: readonly Allergen[];
  /** An admin, who does not share or claim. */
  readonly isAdmin?: boolean;
};

/** Invented people; the streets are Midtown's, the coordinates lie on land within the default bounds. */
const living = (
  key: string,
  firstName: string,
  lastName: string,
  userType: UserType,
  address: string,
  latitude: number,
  longitude: number,
): DemoPerson => ({ key, firstName, lastName, userType, address, home: { latitude, longitude } });

const trading = (person: DemoPerson, name: string, type: OrganizationType): DemoPerson => ({
  ...person,
  business: { name, type },
});

const eating = (
  person: DemoPerson,
  food: { readonly diets?: readonly Diet[]; readonly allergens?: readonly Allergen[] },
): DemoPerson => ({ ...person, ...food });

/** The accounts offered on the sign-in page: one per kind of user, and an admin. */
export const DEMO_ACCOUNTS: readonly DemoPerson[] = [
  living('rosa', 'Rosa', 'Delgado', 'donor', '418 West 49th Street, apartment 3B', 40.7632, -73.9908),
  eating(
    living('amir', 'Amir', 'Haddad', 'recipient', '331 East 53rd Street, apartment 6A', 40.7559, -73.9664),
    { diets: ['halal'] },
  ),
  living('june', 'June', 'Okafor', 'volunteer', '212 West 71st Street, apartment 2F', 40.7786, -73.9822),
  trading(
    living('bakery', 'Colette', 'Bernard', 'donor', '789 9th Avenue', 40.7652, -73.9873),
    'Ninth Avenue Bakery',
    'bakery',
  ),
  {
    ...living(
      'olivia',
      'Olivia',
      'Marsh',
      'volunteer',
      '64 West 82nd Street, apartment 1A',
      40.7841,
      -73.9727,
    ),
    isAdmin: true,
  },
];

export const DEMO_NEIGHBORS: readonly DemoPerson[] = [
  living('ana', 'Ana', 'Ribeiro', 'donor', '455 West 46th Street, apartment 4C', 40.7613, -73.9917),
  living('tomas', 'Tomas', 'Lindqvist', 'donor', '340 West 57th Street, apartment 11D', 40.7672, -73.9842),
  living('mei', 'Mei', 'Chen', 'donor', '235 East 50th Street, apartment 2A', 40.7553, -73.9693),
  living('samuel', 'Samuel', 'Adeyemi', 'donor', '410 East 58th Street, apartment 7E', 40.7583, -73.9614),
  living('ines', 'Ines', 'Moreau', 'donor', '171 East 74th Street, apartment 5B', 40.7716, -73.9607),
  living('david', 'David', 'Rosen', 'donor', '140 West 74th Street, apartment 1R', 40.7794, -73.9788),
  living('priya', 'Priya', 'Nair', 'donor', '305 East 40th Street, apartment 9G', 40.7487, -73.9722),
  living('lucia', 'Lucia', 'Ferrante', 'donor', '152 East 35th Street, apartment 3A', 40.7469, -73.9789),
  living('hannah', 'Hannah', 'Weiss', 'donor', '520 West 43rd Street, apartment 18C', 40.7607, -73.9961),
  living('marcus', 'Marcus', 'Bell', 'donor', '606 West 57th Street, apartment 10A', 40.7708, -73.9923),
  living('grace', 'Grace', 'Kim', 'donor', '25 West 68th Street, apartment 4F', 40.7743, -73.9797),
  living('yusuf', 'Yusuf', 'Demir', 'donor', '333 East 69th Street, apartment 8B', 40.7663, -73.9586),
  living('nora', 'Nora', 'Sullivan', 'donor', '245 East 63rd Street, apartment 12C', 40.7636, -73.9634),
  living('pavel', 'Pavel', 'Novak', 'donor', '260 West 54th Street, apartment 6H', 40.7647, -73.9829),
  living('carmen', 'Carmen', 'Ortiz', 'donor', '445 West 35th Street, apartment 2D', 40.7545, -73.9969),
  trading(
    living('deli', 'Sal', 'Romano', 'donor', '904 2nd Avenue', 40.7541, -73.9683),
    'Romano’s Delicatessen',
    'grocery_store',
  ),
  trading(
    living('grocer', 'Helen', 'Park', 'donor', '2109 Broadway', 40.7797, -73.9814),
    'Park Greengrocers',
    'grocery_store',
  ),
  trading(
    living('bistro', 'Luc', 'Garnier', 'donor', '241 West 51st Street', 40.7628, -73.9846),
    'Bistro Garnier',
    'restaurant',
  ),
  trading(
    living('hotel', 'Dana', 'Whitfield', 'donor', '511 Lexington Avenue', 40.7552, -73.9732),
    'The Whitfield Hotel',
    'hotel',
  ),
  living('eli', 'Eli', 'Navarro', 'volunteer', '433 West 34th Street, apartment 5K', 40.7538, -73.9971),
  living('sofia', 'Sofia', 'Rossi', 'volunteer', '160 East 65th Street, apartment 9A', 40.7657, -73.9646),
  living('ben', 'Ben', 'Carter', 'volunteer', '30 Park Avenue, apartment 4N', 40.7482, -73.9799),
  living('aisha', 'Aisha', 'Rahman', 'volunteer', '350 West 50th Street, apartment 21F', 40.7633, -73.9873),
  living('noah', 'Noah', 'Petersen', 'volunteer', '80 West End Avenue, apartment 3C', 40.7741, -73.9881),
  living('wren', 'Wren', 'Abbott', 'volunteer', '415 East 54th Street, apartment 14J', 40.7562, -73.9631),
  living('maria', 'Maria', 'Santos', 'recipient', '438 West 52nd Street, apartment 1E', 40.7654, -73.9898),
  living('james', 'James', 'Walker', 'recipient', '244 East 52nd Street, apartment 3F', 40.7562, -73.9683),
  eating(
    living('fatima', 'Fatima', 'Zahra', 'recipient', '303 East 33rd Street, apartment 4H', 40.7446, -73.976),
    { diets: ['halal'], allergens: ['peanuts'] },
  ),
  living('oleg', 'Oleg', 'Kovalenko', 'recipient', '347 East 62nd Street, apartment 2B', 40.7622, -73.9614),
  living('denise', 'Denise', 'Hughes', 'recipient', '201 West 70th Street, apartment 8D', 40.7779, -73.9834),
  living('kofi', 'Kofi', 'Mensah', 'recipient', '160 West 66th Street, apartment 30A', 40.774, -73.9837),
  eating(
    living('linh', 'Linh', 'Tran', 'recipient', '321 West 42nd Street, apartment 16B', 40.7577, -73.9905),
    { diets: ['vegetarian'] },
  ),
  living('rachel', 'Rachel', 'Stone', 'recipient', '500 West 56th Street, apartment 5C', 40.7687, -73.9901),
  living('jorge', 'Jorge', 'Vega', 'recipient', '301 West 53rd Street, apartment 8F', 40.7643, -73.9851),
  living('amelia', 'Amelia', 'Frost', 'recipient', '310 East 75th Street, apartment 6E', 40.7706, -73.957),
  living('victor', 'Victor', 'Lam', 'recipient', '118 East 37th Street, apartment 2C', 40.7491, -73.9788),
  eating(living('zoe', 'Zoe', 'Katz', 'recipient', '57 West 75th Street, apartment 3D', 40.7787, -73.9759), {
    diets: ['vegan'],
    allergens: ['tree_nuts'],
  }),
  living('malik', 'Malik', 'Jordan', 'recipient', '620 West 42nd Street, apartment 24F', 40.7612, -74.0003),
  living('teresa', 'Teresa', 'Costa', 'recipient', '211 East 70th Street, apartment 4A', 40.7683, -73.9613),
  living('hugo', 'Hugo', 'Meyer', 'recipient', '405 West 48th Street, apartment 4A', 40.762, -73.9901),
  living(
    'irene',
    'Irene',
    'Papadakis',
    'recipient',
    '235 East 57th Street, apartment 15C',
    40.7595,
    -73.9661,
  ),
  living('kai', 'Kai', 'Nakamura', 'recipient', '45 West 60th Street, apartment 12B', 40.7696, -73.9836),
  living('lena', 'Lena', 'Fischer', 'recipient', '340 East 80th Street, apartment 9C', 40.7737, -73.9535),
  living('omar', 'Omar', 'Farouk', 'recipient', '350 West 43rd Street, apartment 19A', 40.7588, -73.9914),
  living('paula', 'Paula', 'Gomez', 'recipient', '160 East 48th Street, apartment 3M', 40.7543, -73.9727),
  living('dmitri', 'Dmitri', 'Volkov', 'recipient', '175 West 76th Street, apartment 5D', 40.7811, -73.9792),
  eating(
    living('ruth', 'Ruth', 'Goldberg', 'recipient', '404 East 66th Street, apartment 2J', 40.7634, -73.9583),
    { diets: ['kosher'] },
  ),
  eating(
    living('sean', 'Sean', 'Doyle', 'recipient', '425 West 45th Street, apartment 1A', 40.7604, -73.9917),
    { allergens: ['gluten'] },
  ),
  living('anya', 'Anya', 'Ivanova', 'recipient', '520 East 72nd Street, apartment 11B', 40.7664, -73.9525),
  living('leo', 'Leo', 'Martins', 'recipient', '246 West 38th Street, apartment 7A', 40.7545, -73.9905),
  living('claire', 'Claire', 'Dubois', 'recipient', '115 East 61st Street, apartment 6B', 40.7643, -73.9684),
  living('isaac', 'Isaac', 'Brown', 'recipient', '70 West 37th Street, apartment 9E', 40.751, -73.9858),
  living('nadia', 'Nadia', 'Aziz', 'recipient', '165 West End Avenue, apartment 20C', 40.7771, -73.9865),
  living('peter', 'Peter', 'Hansen', 'recipient', '228 East 45th Street, apartment 7C', 40.752, -73.972),
  living('wanda', 'Wanda', 'Kowalski', 'recipient', '330 East 38th Street, apartment 17D', 40.7473, -73.9726),
];

/** Display name; a business has its own. */
export const demoName = ({ business, firstName, lastName }: DemoPerson): string =>
  business?.name ?? `${firstName} ${lastName}`;

/** Mail is never delivered: the domain is reserved for examples. */
export const emailOf = (person: Pick<DemoPerson, 'key'>): string => `${person.key}@demo.example`;
