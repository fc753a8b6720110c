import { RecentActivity } from '#web/features/activity/RecentActivity.tsx';

export const OwnActivity = () => <RecentActivity of="me" />;
