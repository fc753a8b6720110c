export const MAX_PHOTOS_PER_LISTING = 5;
export const MAX_PHOTO_BYTES = 10_485_760;
export const PHOTO_WIDTHS = [320, 640, 1280] as const;
/** How long a signed upload address is good for, in minutes. */
export const UPLOAD_MINUTES = 15;

export const MAX_CAPTION_LENGTH = 200;
