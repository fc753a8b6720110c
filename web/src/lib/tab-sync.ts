import { forgetPersonalData } from './personal-storage.ts';

/** All tabs of a browser share one session; each tab broadcasts the user it has found. */
const CHANNEL = 'who-is-there';
const SIGNING_OUT = 'signing-out';

/** Null where the browser refuses it, which some do together with storage. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

function broadcast(word: string | null): void {
  const channel = openChannel();
  channel?.postMessage(word);
  channel?.close();
}

/** Broadcasts the signed-in user's id to the other tabs; null if signed out. */
export const broadcastCurrentUser = (personId: string | null): void => broadcast(personId);

/** The other tabs then keep nothing personal any more. */
export const broadcastSignOut = (): void => broadcast(SIGNING_OUT);

export function onCurrentUserBroadcast(onWord: (personId: unknown) => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }) => {
    if (data === SIGNING_OUT) forgetPersonalData();
    else onWord(data);
  });
  return () => channel?.close();
}
