/** The tabs of one browser share one session; here each says whom it has found signed in. */
const CHANNEL = 'who-is-there';

/** Tells the other tabs who is there: the person's id, or null for nobody. */
export function broadcastCurrentUser(personId: string | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(personId);
  channel.close();
}

/** Hears what another tab has found, until the function handed back is called. */
export function onCurrentUserBroadcast(onWord: (personId: unknown) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => onWord(data));
  return () => channel.close();
}
