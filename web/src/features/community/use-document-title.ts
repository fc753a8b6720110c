import { useEffect } from 'react';
import { useAppName } from './community-settings.ts';

/** Parts of the document title: the screen, the overlay on it, and the unread count. */
const shown = { screen: '', over: '', unreadCount: 0, appName: '' };

function show(change: Partial<typeof shown>): void {
  Object.assign(shown, change);
  const { screen, over, unreadCount, appName } = shown;
  const name = over || screen;
  document.title = `${unreadCount > 0 ? `(${unreadCount}) ` : ''}${name ? `${name} · ` : ''}${appName}`;
}

/**
 * Sets the document title: "Messages · OpenLarder", "(2) Messages · OpenLarder" with unread messages; the
 * app's name alone without a title.
 */
export function useDocumentTitle(title = '', unreadCount = 0): void {
  const appName = useAppName();
  useEffect(() => show({ screen: title, unreadCount, appName }), [title, unreadCount, appName]);
}

/** Sets the document title of an overlay while it is open. */
export function useTitleOver(title = ''): void {
  const appName = useAppName();
  useEffect(() => {
    show({ over: title, appName });
    return () => show({ over: '' });
  }, [title, appName]);
}
