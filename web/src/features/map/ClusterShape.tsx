import { i18n } from '@lingui/core';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { MarkShape } from './MarkShape.tsx';

const NUMBER_INK: Readonly<Record<MapCluster['type'], string>> = {
  food_available: 'text-on-brand',
  food_needed: 'text-on-tomato',
  mixed: 'text-mango-ink',
};

/** A cluster's mark beside its words: the map's shape and colour with the count. For the eye only. */
export function ClusterShape({ type, count }: Pick<MapCluster, 'type' | 'count'>) {
  return (
    <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center *:col-start-1 *:row-start-1">
      <MarkShape type={type} tier="some" />
      <span className={`relative text-sm font-bold tabular-nums ${NUMBER_INK[type]}`}>
        {new Intl.NumberFormat(i18n.locale, { notation: 'compact' }).format(count)}
      </span>
    </span>
  );
}
