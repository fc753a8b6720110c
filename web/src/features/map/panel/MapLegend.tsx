import { Trans, useLingui } from '@lingui/react/macro';
import { CLUSTER_TYPES } from '@openlarder/domain/map/map-options.ts';
import { classNames } from '#web/ui/class-names.ts';
import { clusterTypeLabel } from '../cluster-labels.ts';
import { MarkerShape } from '../markers/MarkerShape.tsx';
import { MyLocationDot } from '../markers/MyLocationMarker.tsx';

export type MapLegendProps = {
  /** Short labels for the card: Available, Needed, Mixed. */
  readonly short?: boolean;
  readonly className?: string;
};

/** The meaning of the markers' shapes. */
export function MapLegend({ short = false, className }: MapLegendProps) {
  const { t } = useLingui();
  const shortNames = { food_available: t`Available`, food_needed: t`Needed`, mixed: t`Mixed` } as const;
  return (
    <ul
      aria-label={t`Legend`}
      className={classNames('flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-ink', className)}
    >
      {!short && (
        <li className="flex items-center gap-2">
          <span className="grid size-6 place-items-center">
            <MyLocationDot />
          </span>
          <Trans>Your Location</Trans>
        </li>
      )}
      {CLUSTER_TYPES.map((type) => (
        <li key={type} className="flex items-center gap-2">
          <span className="grid size-6 place-items-center">
            <MarkerShape type={type} tier="one" />
          </span>
          {short ? shortNames[type] : clusterTypeLabel(type)}
        </li>
      ))}
    </ul>
  );
}
