/** The event that a person's account has changed in what their other devices follow: paused, resumed, verified, vouched for, admin,
 * discreet. */
export const ACCOUNT_CHANGED = 'account_changed';
export type AccountChanged = { readonly personId: string };
