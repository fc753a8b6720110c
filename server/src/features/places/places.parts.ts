import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import type { Db } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';

/** What places stand on. */
export type PlacesParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Whoever knows it can undo the displacement of every home. */
  readonly placeSecret: string;
  readonly areaNames: readonly AreaName[];
};
