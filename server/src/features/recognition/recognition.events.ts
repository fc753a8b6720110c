/** The points or badges of these people changed. */
export const RECOGNITION_CHANGED = 'recognition_changed';
export type RecognitionChanged = { readonly people: readonly string[] };
