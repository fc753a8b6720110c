export { countAnsweredRequests } from './ledger/count-answered-requests.ts';
export { enterPastHandovers } from './ledger/enter-past-handovers.ts';
export { rebuildPoints, type RebuiltPoints } from './ledger/rebuild-points.ts';
export { recognizeHandover } from './ledger/recognize-handover.ts';
export { undoHandover } from './ledger/undo-handover.ts';
export { listBadges, listUserBadges } from './list-badges.ts';
export { closePerson, exportPerson, moveOnBoards } from './person-data.ts';
