import { useEffect } from 'react';
import { useAppName } from './community-settings.ts';

/** Names the page in the browser's tab and history: "Messages · OpenLarder"; the name alone without a title. */
export function useDocumentTitle(title?: string): void {
  const appName = useAppName();
  useEffect(() => {
    document.title = title ? `${title} · ${appName}` : appName;
  }, [title, appName]);
}
