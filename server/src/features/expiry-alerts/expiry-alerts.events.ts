/** People were alerted to food that ends soon, or one of them has acknowledged an alert. */
export const EXPIRY_ALERTED = 'expiry_alerted';
export type ExpiryAlerted = { readonly personIds: readonly string[] };
