import { RecentActivity } from '#web/features/activity/RecentActivity.tsx';

export const CommunityActivity = () => <RecentActivity of="community" />;
