import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { formatNumber } from '#web/lib/format.ts';

type Shape = { readonly shape: string; readonly ink: string };

const SHAPES: Readonly<Record<MapCluster['type'], Shape>> = {
  food_available: { shape: 'inset-0 rounded-full bg-brand', ink: 'text-on-brand' },
  food_needed: { shape: 'inset-0.5 rounded-small bg-tomato', ink: 'text-on-tomato' },
  mixed: { shape: 'inset-1 rotate-45 rounded-small bg-mango', ink: 'text-mango-ink' },
};

/** A cluster's mark beside its words: the map's shape and colour with the count. For the eye only. */
export function ClusterShape({ type, count }: Pick<MapCluster, 'type' | 'count'>) {
  const { shape, ink } = SHAPES[type];
  return (
    <span
      aria-hidden="true"
      className={`relative flex size-10 shrink-0 items-center justify-center text-sm font-bold tabular-nums ${ink}`}
    >
      <span className={`absolute ${shape}`} />
      <span className="relative">{count > 999 ? `${formatNumber(999)}+` : count}</span>
    </span>
  );
}
