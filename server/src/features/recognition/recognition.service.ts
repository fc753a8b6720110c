export { listBadges, listUserBadges } from './badges.ts';
