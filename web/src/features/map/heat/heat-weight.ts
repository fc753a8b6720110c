import type { UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';

const URGENCY_WEIGHT: Readonly<Record<UrgencyLevel, number>> = {
  low: 0.8,
  medium: 1,
  high: 1.35,
  emergency: 1.7,
};
/** The weight of one item of low urgency, a faint glow. */
const UNIT = 0.3;

/** A cluster's weight on the heat map: doubling its items adds a constant, and urgency multiplies. */
export const heatWeight = ({ count, urgencyLevel }: Pick<MapCluster, 'count' | 'urgencyLevel'>): number =>
  UNIT * Math.log2(1 + count) * URGENCY_WEIGHT[urgencyLevel];
