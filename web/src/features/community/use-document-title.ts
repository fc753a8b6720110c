import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useDiscreet } from '#web/lib/discreet-mode.ts';
import { useAppName } from './community-settings.ts';

/**
 * Parts of the document title: the screen, the overlay on it, and the unread count; or the discreet one instead of all.
 */
const shown = { screen: '', over: '', unreadCount: 0, appName: '', discreet: '' };

function show(change: Partial<typeof shown>): void {
  Object.assign(shown, change);
  const { screen, over, unreadCount, appName, discreet } = shown;
  const name = over || screen;
  document.title =
    discreet || `${unreadCount > 0 ? `(${unreadCount}) ` : ''}${name ? `${name} · ` : ''}${appName}`;
}

/** Parts of titles: the community's name, and the neutral title in discreet mode. */
function useTitleParts() {
  const { t } = useLingui();
  const appName = useAppName();
  return { appName, discreet: useDiscreet() ? t`Home` : '' };
}

/** "(2) Messages · OpenLarder"; in discreet mode "Home", whatever is on the screen. */
export function useDocumentTitle(title = '', unreadCount = 0): void {
  const { appName, discreet } = useTitleParts();
  useEffect(
    () => show({ screen: title, unreadCount, appName, discreet }),
    [title, unreadCount, appName, discreet],
  );
}

export function useTitleOver(title = ''): void {
  const { appName, discreet } = useTitleParts();
  useEffect(() => {
    show({ over: title, appName, discreet });
    return () => show({ over: '' });
  }, [title, appName, discreet]);
}
