import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { RequestStatus } from '@openlarder/domain/emergency/request-states.ts';

/** The event that a request is new, or is another than before. */
export const REQUEST_CHANGED = 'request_changed';
export type RequestChanged = {
  readonly requestId: string;
  readonly status: RequestStatus;
  /** The public point. */
  readonly point: GeoPoint;
  readonly requesterId: string;
  /** Who helps, or did until now. */
  readonly helperId: string | null;
  /** Everybody who was alerted to it in its latest round. */
  readonly alertedIds: readonly string[];
};

/** The event that a wave of alerts goes out. */
export const REQUEST_ALERTED = 'request_alerted';
export type RequestAlerted = {
  readonly requestId: string;
  readonly requesterId: string;
  readonly round: number;
  readonly wave: number;
  readonly donorIds: readonly string[];
};
