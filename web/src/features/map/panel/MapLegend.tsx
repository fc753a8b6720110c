import { Trans, useLingui } from '@lingui/react/macro';
import { CLUSTER_TYPES } from '@openlarder/domain/map/map-options.ts';
import type { ReactNode } from 'react';
import { urgencyLabel } from '#web/features/listings/listing-labels.ts';
import { classNames } from '#web/ui/class-names.ts';
import { clusterTypeLabel } from '../cluster-labels.ts';
import { UrgencyNotch } from '../markers/ClusterMarker.tsx';
import { MarkerShape } from '../markers/MarkerShape.tsx';
import { MyLocationDot } from '../markers/MyLocationMarker.tsx';

export type MapLegendProps = {
  /** The types alone, with short labels for the card: Available, Needed, Mixed. */
  readonly short?: boolean;
  readonly className?: string;
};

const Entry = ({ mark, children }: { readonly mark: ReactNode; readonly children: ReactNode }) => (
  <li className="flex items-center gap-2">
    <span className="relative grid size-6 shrink-0 place-items-center">{mark}</span>
    {children}
  </li>
);

/** The meaning of all that is drawn on the map. */
export function MapLegend({ short = false, className }: MapLegendProps) {
  const { t } = useLingui();
  const shortNames = { food_available: t`Available`, food_needed: t`Needed`, mixed: t`Mixed` } as const;
  return (
    <ul
      aria-label={t`Legend`}
      className={classNames('flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-ink', className)}
    >
      {!short && (
        <Entry mark={<MyLocationDot />}>
          <Trans>Your Location</Trans>
        </Entry>
      )}
      {CLUSTER_TYPES.map((type) => (
        <Entry key={type} mark={<MarkerShape type={type} tier="one" />}>
          {short ? shortNames[type] : clusterTypeLabel(type)}
        </Entry>
      ))}
      {!short && (
        <>
          {(['high', 'emergency'] as const).map((level) => (
            <Entry key={level} mark={<UrgencyNotch urgencyLevel={level} />}>
              {urgencyLabel(level)}
            </Entry>
          ))}
          <Entry
            mark={
              <span
                aria-hidden="true"
                className="keeps-colors size-6 rounded-full bg-radial from-orange to-transparent to-70% opacity-60"
              />
            }
          >
            <Trans>The warmer, the more is there</Trans>
          </Entry>
        </>
      )}
    </ul>
  );
}
