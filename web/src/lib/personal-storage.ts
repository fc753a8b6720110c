/*
 * What one person leaves in this browser: drafts and their photos, the food filter, dismissed alerts, the address of a
 * request. The server asks the browser to drop it at sign-out, which not every browser does, nor with what an open tab
 * saves then.
 */

const PERSONAL = /^openlarder\.[a-z\d-]+\.(.+)$/;

/** The name under which something of a person is stored. */
export const personalKey = (name: string, personId: string): string => `openlarder.${name}.${personId}`;

/** The person whose data this page keeps. */
let owner = '';
/** Set while the person signs out, in this tab or another. */
let isForgotten = false;

/** Removes the data of all accounts but this one. A session that has ended removes nothing: the person may come back. */
export function keepPersonalDataOf(personId: string): void {
  isForgotten = false;
  owner = personId;
  removePersonalData((other) => other !== personId);
}

function removePersonalData(isOfOwnerToGo: (ownerId: string) => boolean): void {
  const isToGo = (key: string): boolean => {
    const ownerId = PERSONAL.exec(key)?.[1];
    return ownerId !== undefined && isOfOwnerToGo(ownerId);
  };
  try {
    for (const storage of [window.localStorage, window.sessionStorage])
      for (const key of Object.keys(storage)) if (isToGo(key)) storage.removeItem(key);
  } catch {
    // storage is switched off: nothing is in it
  }
  // where the browser refuses or lacks caches, nothing is in them
  removeCaches(isToGo).catch(() => {});
}

async function removeCaches(isToGo: (name: string) => boolean): Promise<void> {
  for (const name of await window.caches.keys()) if (isToGo(name)) await window.caches.delete(name);
}

/** The person signs out: removes what everyone has left in this browser. This page keeps nothing personal any more. */
export function forgetPersonalData(): void {
  isForgotten = true;
  removePersonalData(() => true);
}

/** The signed-in person; null while it is not known who that is. */
export const personalDataOwner = (): string | null => owner || null;

/** Whether the person has signed out, in this tab or another. */
export const hasForgotten = (): boolean => isForgotten;

/** Whether something may be stored under this name. */
export const mayStore = (key: string): boolean => !isForgotten || !PERSONAL.test(key);
