import { useEffect } from 'react';
import { useAppName } from './community-settings.ts';

/** What names the page: the screen, what is open over it, and how much there waits to be read. */
const shown = { screen: '', over: '', unreadCount: 0, appName: '' };

function show(change: Partial<typeof shown>): void {
  Object.assign(shown, change);
  const { screen, over, unreadCount, appName } = shown;
  const name = over || screen;
  document.title = `${unreadCount > 0 ? `(${unreadCount}) ` : ''}${name ? `${name} · ` : ''}${appName}`;
}

/**
 * Names the page in the browser's tab and history: "Messages · OpenLarder", "(2) Messages · OpenLarder" with
 * something unread; the name alone without a title.
 */
export function useDocumentTitle(title = '', unreadCount = 0): void {
  const appName = useAppName();
  useEffect(() => show({ screen: title, unreadCount, appName }), [title, unreadCount, appName]);
}

/** Names the page after what is open over it, for as long as it is. */
export function useTitleOver(title = ''): void {
  const appName = useAppName();
  useEffect(() => {
    show({ over: title, appName });
    return () => show({ over: '' });
  }, [title, appName]);
}
