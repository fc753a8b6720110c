import { MAX_RADIUS_KM, MIN_RADIUS_KM } from '@openlarder/domain/accounts/account-contract.ts';
import type { ReactNode } from 'react';
import { formatDistance } from '#web/lib/format.ts';
import { Field } from '#web/ui/Field.tsx';

type RadiusFieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** km */
  value: number;
  onChange: (radiusKm: number) => void;
  error?: string | undefined;
};

/** How far somebody goes, as a slider that says its distance. */
export function RadiusField({ label, hint, value, onChange, error }: RadiusFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className="flex items-center gap-4">
          <input
            {...wiring}
            type="range"
            min={MIN_RADIUS_KM}
            max={MAX_RADIUS_KM}
            step={1}
            value={value}
            aria-valuetext={formatDistance(value)}
            onChange={(event) => onChange(Number(event.target.value))}
            className="h-11 min-w-0 flex-1 accent-brand"
          />
          <span aria-hidden="true" className="w-16 text-end font-semibold tabular-nums">
            {formatDistance(value)}
          </span>
        </div>
      )}
    </Field>
  );
}
