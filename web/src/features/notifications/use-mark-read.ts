import { useEffect } from 'react';
import { useReadNotifications } from './notifications.queries.ts';
import { useUnreadHere } from './shown-subjects.ts';

/** Marks notifications about content on the screen as read, with or without a bell. */
export function useMarkVisibleRead(): void {
  const { mutate } = useReadNotifications();
  const ids = useUnreadHere()
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    const readThem = () => {
      if (ids !== '' && document.visibilityState === 'visible') mutate(ids.split(','));
    };
    readThem();
    document.addEventListener('visibilitychange', readThem);
    return () => document.removeEventListener('visibilitychange', readThem);
  }, [ids, mutate]);
}
