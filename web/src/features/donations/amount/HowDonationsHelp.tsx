import { Trans } from '@lingui/react/macro';
import type { CommunityClaims } from '@openlarder/domain/kernel/community-claims.ts';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/Card.tsx';

type Share = { readonly name: string; readonly percent: number; readonly label: ReactNode };

/** What the money is spent on, as far as the community says so. */
export function HowDonationsHelp({ claims }: { readonly claims: CommunityClaims | null }) {
  const split = claims?.split ?? null;
  const programs = claims?.programs ?? null;
  const shares: readonly Share[] = split
    ? [
        { name: 'operations', percent: split.operations, label: <Trans>Program operations</Trans> },
        { name: 'technology', percent: split.technology, label: <Trans>Technology and platform</Trans> },
        { name: 'outreach', percent: split.outreach, label: <Trans>Community outreach</Trans> },
      ]
    : [];
  return (
    <Card as="section" aria-labelledby="how-donations-help">
      <h3 id="how-donations-help" className="text-lg font-semibold">
        <Trans>How Donations Help</Trans>
      </h3>
      {shares.length > 0 ? (
        <ul className="mt-3 flex flex-col gap-3">
          {shares.map(({ name, percent, label }) => (
            <li key={name}>
              <span className="flex justify-between gap-3">
                <span>{label}</span>
                <span className="font-semibold tabular-nums">{percent}%</span>
              </span>
              <svg aria-hidden="true" className="mt-1 block h-2 w-full overflow-hidden rounded-full">
                <rect width="100%" height="100%" className="fill-sunken" />
                <rect width={`${percent}%`} height="100%" rx="4" className="fill-brand" />
              </svg>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-muted">
          <Trans>
            Your donation pays for what you choose here. Under Your Impact, you'll find every cent and every
            fee.
          </Trans>
        </p>
      )}
      {programs !== null && (
        <p className="mt-4 text-sm text-muted">
          <Trans>{programs} go directly to programs</Trans>
        </p>
      )}
    </Card>
  );
}
