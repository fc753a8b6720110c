import type { RequestUrgency } from '@openlarder/domain/emergency/request-fields.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { MapPage } from '#server/features/listings/listings.service.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import { selectOnTheMap } from './requests.store.ts';

/** What donors who are not blocked may see of a pending request; to others it is only that food is needed there. */
export type RequestOnMap = {
  readonly id: string;
  readonly requesterId: string;
  readonly title: string;
  readonly preferredCategories: readonly Category[];
  readonly urgencyLevel: RequestUrgency;
  readonly areaLabel: string;
  readonly householdSize: number;
  readonly point: GeoPoint;
  readonly createdAt: Date;
  /** It is not pending from here on. */
  readonly expiresAt: Date;
};

/** What of requests is on the map now. */
export function makeOnTheMap({ db, clock }: Pick<EmergencyParts, 'db' | 'clock'>) {
  return {
    async pendingRequestsOnMap(page: MapPage): Promise<RequestOnMap[]> {
      const rows = await selectOnTheMap(db, page, clock.now());
      return rows.map((row) => ({
        id: row.id,
        requesterId: row.requester_id,
        title: row.title,
        preferredCategories: row.preferred_categories,
        urgencyLevel: row.urgency_level,
        areaLabel: row.area_label,
        householdSize: row.household_size,
        point: geoPointOf(row.public_point),
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }));
    },
  };
}
