/** All tabs of a browser share one session; each tab broadcasts the user it has found. */
const CHANNEL = 'who-is-there';

/** Null where the browser refuses it, which some do together with storage. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

/** Broadcasts the signed-in user's id to the other tabs; null if signed out. */
export function broadcastCurrentUser(personId: string | null): void {
  const channel = openChannel();
  channel?.postMessage(personId);
  channel?.close();
}

/** Subscribes to broadcasts of other tabs. Returns the unsubscribe function. */
export function onCurrentUserBroadcast(onWord: (personId: unknown) => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }) => onWord(data));
  return () => channel?.close();
}
