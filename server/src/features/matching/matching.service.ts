export {
  closePerson,
  dismissedAmong,
  dismissMatch,
  exportPerson,
  restoreMatch,
} from './dismissed-matches.ts';
export { peopleFor } from './people-for-food.ts';
export { listRecommendations } from './recommendations.ts';
