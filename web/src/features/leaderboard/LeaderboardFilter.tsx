import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import type { BoardFilter } from './leaderboard.queries.ts';

type Props = { readonly value: BoardFilter; readonly onChange: (value: BoardFilter) => void };

/** Whose rows the boards show. */
export function LeaderboardFilter({ value, onChange }: Props) {
  const { t } = useLingui();
  const choices: readonly { readonly value: BoardFilter; readonly label: string }[] = [
    { value: undefined, label: t`All Users` },
    { value: 'donor', label: t`Donors` },
    { value: 'volunteer', label: t`Volunteers` },
    { value: 'recipient', label: t`Community` },
  ];
  return (
    <span className="relative my-1 inline-flex max-w-full items-center">
      <select
        aria-label={t`Who to show`}
        value={value ?? ''}
        onChange={(event) => onChange(choices.find((one) => (one.value ?? '') === event.target.value)?.value)}
        className="min-h-11 max-w-full appearance-none rounded-full border border-control bg-surface ps-3.5 pe-9 text-base font-semibold text-ink"
      >
        {choices.map((one) => (
          <option key={one.label} value={one.value ?? ''}>
            {one.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 size-5" />
    </span>
  );
}
