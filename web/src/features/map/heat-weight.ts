import type { UrgencyLevel } from '@openlarder/domain/listings/listing-contract.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';

const URGENCY_WEIGHT: Readonly<Record<UrgencyLevel, number>> = {
  low: 0.8,
  medium: 1,
  high: 1.35,
  emergency: 1.7,
};
/** One unhurried thing is a faint glow. */
const UNIT = 0.3;

/** How warm a cluster is on the heat map: doubling what is there adds the same again, and urgency multiplies. */
export const heatWeight = ({ count, urgencyLevel }: Pick<MapCluster, 'count' | 'urgencyLevel'>): number =>
  UNIT * Math.log2(1 + count) * URGENCY_WEIGHT[urgencyLevel];
