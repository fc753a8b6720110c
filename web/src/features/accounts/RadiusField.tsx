import { MAX_RADIUS_KM, MIN_RADIUS_KM } from '@openlarder/domain/accounts/account-contract.ts';
import type { ReactNode } from 'react';
import { formatDistance } from '#web/lib/format.ts';
import { Slider } from '#web/ui/Slider.tsx';

type RadiusFieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** km */
  value: number;
  onChange: (radiusKm: number) => void;
  error?: string | undefined;
};

/** How far somebody goes, as a slider that says its distance. */
export function RadiusField(props: RadiusFieldProps) {
  return <Slider {...props} min={MIN_RADIUS_KM} max={MAX_RADIUS_KM} step={1} say={formatDistance} />;
}
