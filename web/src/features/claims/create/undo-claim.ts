import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';

/** A slip of the finger is noticed by then; later, "I can't make it" asks for a reason. */
const UNDO_FOR_MS = 10 * MINUTE_MS;

/** Whether a claim can be undone without a question: it is fresh, and nothing was planned or shared yet. */
export const mayUndo = ({ status, createdAt, agreedTime, proposal }: Handover, nowMs: number): boolean =>
  status === 'open' &&
  nowMs < Date.parse(createdAt) + UNDO_FOR_MS &&
  agreedTime === null &&
  proposal === null;
