/** All tabs of a browser share one session; each tab broadcasts the user it has found. */
const CHANNEL = 'who-is-there';

/** Broadcasts the signed-in user's id to the other tabs; null if signed out. */
export function broadcastCurrentUser(personId: string | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(personId);
  channel.close();
}

/** Subscribes to broadcasts of other tabs. Returns the unsubscribe function. */
export function onCurrentUserBroadcast(onWord: (personId: unknown) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => onWord(data));
  return () => channel.close();
}
