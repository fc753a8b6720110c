import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { MARK_SHAPE, NUMBER_INK, shortCount } from './mark-look.ts';
import { MarkShape } from './MarkShape.tsx';

/** A cluster's mark beside its words: the map's shape and colour with the count. For the eye only. */
export function ClusterShape({ type, count }: Pick<MapCluster, 'type' | 'count'>) {
  return (
    <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center *:col-start-1 *:row-start-1">
      <MarkShape type={type} tier="some" />
      <span className={`relative text-sm font-bold tabular-nums ${NUMBER_INK[MARK_SHAPE[type]]}`}>
        {shortCount(count)}
      </span>
    </span>
  );
}
