/** The event that the status of a person's account has changed: paused, resumed, verified, admin. */
export const ACCOUNT_CHANGED = 'account_changed';
export type AccountChanged = { readonly personId: string };
