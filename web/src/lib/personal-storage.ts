/*
 * What one person leaves in this browser: drafts, the food filter, dismissed alerts, the address of a request. The
 * server asks the browser to drop it at sign-out, which not every browser does.
 */

const PERSONAL = /^openlarder\.[a-z-]+\.(.+)$/;

/** The name under which something of a person is stored. */
export const personalKey = (name: string, personId: string): string => `openlarder.${name}.${personId}`;

/** Removes the data of all other accounts; everything if `null` (signed out). */
export function keepPersonalDataOf(personId: string | null): void {
  try {
    for (const storage of [window.localStorage, window.sessionStorage]) {
      for (const key of Object.keys(storage)) {
        const owner = PERSONAL.exec(key)?.[1];
        if (owner !== undefined && owner !== personId) storage.removeItem(key);
      }
    }
  } catch {
    // storage is switched off: nothing is in it
  }
}
