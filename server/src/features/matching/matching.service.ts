export { closePerson, dismissMatch, exportPerson, restoreMatch } from './dismissed-matches.ts';
export { listRecommendations } from './recommendations.ts';
