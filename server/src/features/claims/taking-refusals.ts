import { conflict } from '@openlarder/domain/kernel/app-error.ts';

/* What stands between somebody and food: told to who comes for it, or to the donor who gives it to who asked. */

export const ownListing = () => conflict('own-listing', 'This is your own listing.');
export const notAvailable = () =>
  conflict('not-available', 'Somebody was faster: this food has been claimed.');
/** Some are left, but fewer than were asked for. */
export const notEnough = (servingsLeft: number) =>
  conflict(
    'not-enough',
    servingsLeft === 1 ? 'Only 1 serving is left.' : `Only ${servingsLeft} servings are left.`,
  );
export const tooLate = () => conflict('not-available', 'This food is no longer offered.');

export const allTaken = () => conflict('not-available', 'Others have claimed all of this by now.');
export const comingAlready = () =>
  conflict('not-available', 'They are coming for some of this food already. Please choose something else.');
