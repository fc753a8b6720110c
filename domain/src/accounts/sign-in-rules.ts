export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** How long a link to a new password is good for, in minutes, and one that confirms an address, in hours. */
export const RESET_LINK_MINUTES = 60;
export const VERIFY_LINK_HOURS = 24;
