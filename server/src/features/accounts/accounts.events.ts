/**
 * The event for changes of an account that the person's other devices show: paused, resumed, verified, vouched for,
 * admin, discreet.
 */
export const ACCOUNT_CHANGED = 'account_changed';
export type AccountChanged = { readonly personId: string };
