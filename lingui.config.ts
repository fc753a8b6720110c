import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const tests = ['**/*.test.ts', '**/*.test.tsx', '<rootDir>/web/src/testing/**'];

const inWeb = (folder: string): string => `<rootDir>/web/src/${folder}`;

/** What the first page and every other page shows; its words come before anything is drawn. */
const atTheDoor = [
  'app',
  'features/community',
  'lib',
  'screens/landing',
  'screens/not-found',
  'screens/sign-out',
  'ui',
].map(inWeb);

const signIn = inWeb('screens/sign-in');
/** Met while signing in and on the profile; its words come with either, and not with the feed. */
const accounts = inWeb('features/accounts');
/** Said of food too. */
const foodTags = `${accounts}/food-tag-words.ts`;
const notFoodTags = `${accounts}/!(food-tag-words).*`;

const claims = inWeb('features/claims');
/** The parts of a claim that stand on a card or in a listing's dialog; all else comes with the profile and the messages. */
const onCards =
  'ClaimCardAction|ClaimForm|ClaimRefusal|ClaimWithServings|ConfirmMailAgain|ServingsChoice|TicketCode|TicketStub|use-claim-listing';
const claimsOnCards = `${claims}/@(${onCards}).*`;
const otherClaims = `${claims}/!(${onCards}).*`;

/** What two people have to do with each other beside a claim; its words come with the messages, a listing's dialog and the profile. */
const people = ['features/messaging', 'features/moderation'].map(inWeb);

/** Comes where there is room for a map, or when it is opened. */
const map = inWeb('features/map');

/** Asking for food, and answering who asks; comes for donors, and with the form and the list of one's own. */
const emergency = inWeb('features/emergency');

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: '<rootDir>/web/src/locales/{locale}/door', include: atTheDoor, exclude: tests },
    { path: '<rootDir>/web/src/locales/{locale}/sign-in', include: [signIn], exclude: tests },
    {
      path: '<rootDir>/web/src/locales/{locale}/accounts',
      include: [accounts],
      exclude: [...tests, foodTags],
    },
    {
      path: '<rootDir>/web/src/locales/{locale}/claims',
      include: [claims],
      exclude: [...tests, claimsOnCards],
    },
    { path: '<rootDir>/web/src/locales/{locale}/people', include: people, exclude: tests },
    { path: '<rootDir>/web/src/locales/{locale}/map', include: [map], exclude: tests },
    { path: '<rootDir>/web/src/locales/{locale}/emergency', include: [emergency], exclude: tests },
    {
      path: '<rootDir>/web/src/locales/{locale}/home',
      include: ['<rootDir>/web/src'],
      exclude: [
        ...tests,
        ...[...atTheDoor, signIn, ...people, map, emergency].map((folder) => `${folder}/**`),
        notFoodTags,
        otherClaims,
      ],
    },
  ],
  // Line numbers would change the catalogue with every edit above a text.
  format: formatter({ lineNumbers: false }),
});
