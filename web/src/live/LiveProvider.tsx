import { type ReactNode, useEffect, useMemo } from 'react';
import { createLiveClient, type OpenSocket } from './live-client.ts';
import { LiveContext } from './live-context.ts';

const openSocket: OpenSocket = ({ onMessage, onClose }) => {
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/ws`);
  socket.addEventListener('message', ({ data }) => onMessage(data));
  socket.addEventListener('close', ({ code }) => onClose(code));
  return { send: (text) => socket.send(text), close: () => socket.close() };
};

/** The page says where in the live events it was made: everything is fetched after that. */
const pagePosition = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="live-position"]')?.content || null;

type LiveProviderProps = {
  onSignedOut: () => void;
  children: ReactNode;
};

/** Keeps the tab's socket open while it is mounted, that is, while the user is signed in. */
export function LiveProvider({ onSignedOut, children }: LiveProviderProps) {
  const live = useMemo(
    () =>
      createLiveClient({
        connect: openSocket,
        position: pagePosition(),
        nowMs: () => Date.now(),
        random: () => Math.random(),
        onSignedOut,
      }),
    [onSignedOut],
  );
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const onSeen = () => {
      if (document.visibilityState === 'visible') live.onPageVisible();
    };
    live.start();
    document.addEventListener('visibilitychange', onSeen, { signal });
    window.addEventListener('focus', onSeen, { signal });
    window.addEventListener('online', live.onNetworkOnline, { signal });
    window.addEventListener('offline', live.onNetworkOffline, { signal });
    // A page in the back/forward cache may hold no socket; it reconnects when it is shown again.
    window.addEventListener('pagehide', live.stop, { signal });
    window.addEventListener('pageshow', live.start, { signal });
    return () => {
      leaving.abort();
      live.stop();
    };
  }, [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
