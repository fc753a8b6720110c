/** Maximum lengths of user texts, in UTF-16 units after trimming. */
export const MAX_TITLE_LENGTH = 120;
export const MAX_PLACE_LENGTH = 200;
export const MAX_TEXT_LENGTH = 2000;
export const MAX_NAME_LENGTH = 80;
