import { type ReactNode, useEffect, useMemo } from 'react';
import { type OpenSocket, createLiveClient } from './live-client.ts';
import { LiveContext } from './live-context.ts';

const openSocket: OpenSocket = ({ onMessage, onClose }) => {
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/ws`);
  socket.addEventListener('message', ({ data }) => onMessage(data));
  socket.addEventListener('close', ({ code }) => onClose(code));
  return { send: (text) => socket.send(text), close: () => socket.close() };
};

type LiveProviderProps = {
  onSignedOut: () => void;
  connect?: OpenSocket;
  children: ReactNode;
};

/** Holds the tab's one socket open for as long as somebody is signed in and the page is there. */
export function LiveProvider({ onSignedOut, connect = openSocket, children }: LiveProviderProps) {
  const live = useMemo(
    () => createLiveClient({ connect, nowMs: () => Date.now(), random: () => Math.random(), onSignedOut }),
    [connect, onSignedOut],
  );
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const onSeen = () => {
      if (document.visibilityState === 'visible') live.noteVisible();
    };
    live.start();
    document.addEventListener('visibilitychange', onSeen, { signal });
    window.addEventListener('focus', onSeen, { signal });
    window.addEventListener('online', live.noteOnline, { signal });
    window.addEventListener('offline', live.noteOffline, { signal });
    // A page that the browser keeps for Back may hold no socket; when it is shown again it begins as one anew.
    window.addEventListener('pagehide', live.stop, { signal });
    window.addEventListener('pageshow', live.start, { signal });
    return () => {
      leaving.abort();
      live.stop();
    };
  }, [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
