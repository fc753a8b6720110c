export { acceptTime, proposeTime } from './agreed-time/agree-time.ts';
export {
  completedHandovers,
  handoverPairsAmong,
  foodGiven,
  getHandover,
  giverRecords,
  handoversBetween,
  handoversById,
  handoverStatuses,
  hasOpenHandover,
  metBy,
} from './handovers.queries.ts';
export { placeToShow, presentReadHandovers, type ReadHandover } from './handovers.presenter.ts';
export type { HandoverRow } from './handovers.store.ts';
export {
  closePerson,
  endHandovers,
  endHandoversBetween,
  lapseSilent,
  takeBack,
} from './lifecycle/end-all-handovers.ts';
export { expireHandovers } from './lifecycle/expire-handovers.ts';
export {
  completeHandover,
  confirmComing,
  disputeHandover,
  releaseHandover,
  reportNoShow,
  revealAddress,
  sayOnMyWay,
} from './lifecycle/handover-actions.ts';
export { lockSubjects } from './lifecycle/handover-locks.ts';
export { thankForHandover } from './lifecycle/thank-for-handover.ts';
export { moveWindows, openHandover } from './lifecycle/open-handover.ts';
export { sendHandoverQuestions, sendOnMyWayQuestions, sendPickupReminders } from './reminders/reminders.ts';
