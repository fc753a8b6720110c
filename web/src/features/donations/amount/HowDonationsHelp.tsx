import { Trans } from '@lingui/react/macro';
import type { CommunityClaims } from '@openlarder/domain/kernel/community-claims.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { formatNumber, formatMoney, percentSign } from '#web/lib/format.ts';
import { Card } from '#web/ui/Card.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { formatClaim, formatImpact } from '../donation-labels.ts';
import { communityDonationsQuery } from '../donations.queries.ts';

type Share = { readonly name: string; readonly percent: number; readonly label: ReactNode };

/** Says before anything is chosen that no card can be paid with here. */
export function HowToPay({ forVisitors = false }: { readonly forVisitors?: boolean }) {
  const community = useCommunity();
  if (!community || community.payments) return null;
  return (
    <Notice>
      {community.takesTestCards ? (
        <Trans>This is a demo: you can try a test card, and no one is charged.</Trans>
      ) : forVisitors ? (
        <Trans>We can't take cards here yet. You can sign in and look around, but nothing is charged.</Trans>
      ) : (
        <Trans>We can't take cards here yet. You can look around, and nothing you choose is charged.</Trans>
      )}
    </Notice>
  );
}

type HowDonationsHelpProps = {
  readonly claims: CommunityClaims | null;
  /** Their page lists no donations, so that only the community's own words are left. */
  readonly forVisitors?: boolean;
};

/** What the money is spent on, as far as the community says so. */
export function HowDonationsHelp({ claims, forVisitors = false }: HowDonationsHelpProps) {
  const split = claims?.split ?? null;
  const programs = claims?.programs ? formatClaim(claims.programs) : null;
  const shares: readonly Share[] = split
    ? [
        { name: 'operations', percent: split.operations, label: <Trans>Program operations</Trans> },
        { name: 'technology', percent: split.technology, label: <Trans>Technology and platform</Trans> },
        { name: 'outreach', percent: split.outreach, label: <Trans>Community outreach</Trans> },
      ]
    : [];
  if (forVisitors && programs === null && shares.length === 0) return null;
  const Heading = forVisitors ? 'h2' : 'h3';
  return (
    <Card as="section" aria-labelledby="how-donations-help">
      <Heading id="how-donations-help" className="text-lg font-semibold">
        <Trans>How Donations Help</Trans>
      </Heading>
      {programs !== null && (
        <p className="mt-2 font-semibold">
          <Trans>{programs} go directly to programs</Trans>
        </p>
      )}
      {programs !== null && shares.length > 0 && (
        <p className="text-sm text-muted">
          <Trans>The organizers say that part is spent like this:</Trans>
        </p>
      )}
      {shares.length > 0 ? (
        <ul className="mt-3 flex flex-col gap-3">
          {shares.map(({ name, percent, label }) => (
            <li key={name}>
              <span className="flex justify-between gap-3">
                <span>{label}</span>
                <span className="font-semibold tabular-nums">
                  {percent}
                  {percentSign()}
                </span>
              </span>
              <svg aria-hidden="true" className="mt-1 block h-2 w-full overflow-hidden rounded-full">
                <rect width="100%" height="100%" className="fill-sunken" />
                <rect width={`${percent}%`} height="100%" rx="4" className="fill-brand" />
              </svg>
            </li>
          ))}
        </ul>
      ) : (
        !forVisitors && (
          <p className="mt-2 text-muted">
            <Trans>
              Your donation pays for what you choose here. Under Your Impact, you'll find every cent and every
              fee.
            </Trans>
          </p>
        )
      )}
    </Card>
  );
}

type Figure = { readonly name: string; readonly value: string; readonly label: ReactNode };

function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-3">
      {figures.map(({ name, value, label }) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-xl font-bold tracking-[-0.02em] tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function claimed({ families, food, donated, programs }: CommunityClaims): readonly Figure[] {
  const given = [
    { name: 'families', value: families, label: <Trans>families helped</Trans> },
    { name: 'food', value: food, label: <Trans>lbs of food rescued</Trans> },
    { name: 'donated', value: donated, label: <Trans>donated</Trans> },
    { name: 'programs', value: programs, label: <Trans>goes to programs</Trans> },
  ];
  return given.flatMap(({ value, ...figure }) =>
    value === null ? [] : [{ ...figure, value: formatClaim(value) }],
  );
}

/** What the community's own books say, and beside it, named as such, what it claims of itself. */
export function CommunityDonationImpact({ claims }: { readonly claims: CommunityClaims | null }) {
  const own = claims === null ? [] : claimed(claims);
  const isDemo = (useCommunity()?.demoAccounts.length ?? 0) > 0;
  return (
    <Card as="section" aria-labelledby="community-impact">
      <h3 id="community-impact" className="text-lg font-semibold">
        <Trans>Community impact</Trans>
      </h3>
      <OwnBooks />
      {own.length > 0 && (
        <>
          <h4 className="mt-4 border-t pt-3 font-semibold">
            <Trans>What the organizers say</Trans>
          </h4>
          <p className="text-sm text-muted">
            {isDemo ? (
              <Trans>Examples for this demo, not from its books.</Trans>
            ) : (
              <Trans>Their own claims, not from these books.</Trans>
            )}
          </p>
          <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {own.map(({ name, value, label }) => (
              <div key={name} className="flex flex-row-reverse gap-1">
                <dt>{label}</dt>
                <dd className="font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}

function OwnBooks() {
  const totals = useQuery(communityDonationsQuery);
  if (totals.isPending) return <Skeleton className="mt-3 h-24" />;
  // unknown figures are left out: the form does not depend on them
  if (totals.isError) return null;
  const { currency, totalDonated, totalDonations, impactMetrics } = totals.data;
  if (totalDonations === 0)
    return (
      <p className="mt-2 text-muted">
        <Trans>No one has donated here yet. You could be the first.</Trans>
      </p>
    );
  return (
    <>
      <p className="text-sm text-muted">
        <Trans>Given here so far, by our books</Trans>
      </p>
      <Figures
        figures={[
          { name: 'donated', value: formatMoney(totalDonated, currency), label: <Trans>donated</Trans> },
          { name: 'donations', value: formatNumber(totalDonations), label: <Trans>donations</Trans> },
          {
            name: 'meals',
            value: formatImpact(impactMetrics.mealsProvided),
            label: <Trans>meals provided</Trans>,
          },
          {
            name: 'families',
            value: formatImpact(impactMetrics.familiesHelped),
            label: <Trans>families helped</Trans>,
          },
        ]}
      />
    </>
  );
}
