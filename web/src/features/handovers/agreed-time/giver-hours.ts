import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { OpenParts } from '@openlarder/domain/handovers/suggested-times.ts';
import { createContext } from 'react';

export type HoursOfGiver = (handover: Handover) => OpenParts | undefined;

/** Screens provide it: opening hours belong to a later feature. */
export const GiverHours = createContext<HoursOfGiver>(() => undefined);
