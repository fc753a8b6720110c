import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { RequestStatus } from '@openlarder/domain/emergency/request-states.ts';

/** A request was created or changed. */
export const REQUEST_CHANGED = 'request_changed';
export type RequestChanged = {
  readonly requestId: string;
  readonly status: RequestStatus;
  /** The public point. */
  readonly point: GeoPoint;
  readonly requesterId: string;
  /** The helper, or the one until now. */
  readonly helperId: string | null;
  /** The donors alerted in its latest round. */
  readonly alertedIds: readonly string[];
};

/** A wave of alerts was sent. */
export const REQUEST_ALERTED = 'request_alerted';
export type RequestAlerted = {
  readonly requestId: string;
  readonly requesterId: string;
  readonly round: number;
  readonly wave: number;
  readonly donorIds: readonly string[];
};
