import { type ReactNode, useEffect, useMemo } from 'react';
import { type ConnectSocket, makeLiveClient } from './live-client.ts';
import { LiveContext } from './live-context.ts';

const openSocket: ConnectSocket = ({ onMessage, onClose }) => {
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/ws`);
  socket.addEventListener('message', ({ data }) => onMessage(data));
  socket.addEventListener('close', ({ code }) => onClose(code));
  return { send: (text) => socket.send(text), close: () => socket.close() };
};

type LiveProviderProps = {
  onSignedOut: () => void;
  connect?: ConnectSocket;
  children: ReactNode;
};

/** Holds the tab's one socket open for as long as somebody is signed in. */
export function LiveProvider({ onSignedOut, connect = openSocket, children }: LiveProviderProps) {
  const live = useMemo(
    () => makeLiveClient({ connect, nowMs: () => Date.now(), onSignedOut }),
    [connect, onSignedOut],
  );
  useEffect(() => {
    const onVisibility = () => live.noteVisible(document.visibilityState === 'visible');
    live.start();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('online', live.retry);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', live.retry);
      live.stop();
    };
  }, [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
