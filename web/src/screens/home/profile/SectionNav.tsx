import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { claimsOnMyListingsQuery, myClaimsQuery } from '#web/features/claims/claims.queries.ts';
import { myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { isOpenRequest } from '#web/features/emergency/requests/request-actions.ts';
import { PROFILE_SECTIONS, type ProfileSection, useAddress } from '#web/lib/address.ts';
import { paths } from '#web/lib/paths.ts';

const NAMES: Readonly<Record<ProfileSection, ReactNode>> = {
  overview: <Trans>Overview</Trans>,
  pickups: <Trans>Pickups</Trans>,
  shares: <Trans>Shares</Trans>,
  requests: <Trans>Requests</Trans>,
  settings: <Trans>Settings</Trans>,
};

/** The sections of the profile, all in sight, with the number of open things in each. */
export function SectionNav({ section }: { readonly section: ProfileSection }) {
  const { t } = useLingui();
  const isOpen = ({ status }: { status: string }) => status === 'open';
  const pickups = useQuery(myClaimsQuery).data?.filter(isOpen).length ?? 0;
  const shares = useQuery(claimsOnMyListingsQuery).data?.filter(isOpen).length ?? 0;
  const requests = useQuery(myRequestsQuery).data?.filter(isOpenRequest).length ?? 0;
  const open: Readonly<Record<ProfileSection, number>> = {
    overview: 0,
    pickups,
    shares,
    requests,
    settings: 0,
  };
  return (
    <nav aria-label={t`Profile`} className="flex flex-wrap gap-2">
      {PROFILE_SECTIONS.map((one) => (
        <Link
          key={one}
          href={paths.profileSection(one)}
          aria-current={one === section ? 'page' : undefined}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-control bg-surface px-4 text-sm font-semibold transition-colors duration-150 hover:bg-sunken aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-bg"
        >
          {NAMES[one]}
          {open[one] > 0 && <span className="tabular-nums">{open[one]}</span>}
        </Link>
      ))}
    </nav>
  );
}

/**
 * The section named by the address. A link to a claim leads to the section of its side, known once claims have loaded.
 */
export function useProfileSection(): ProfileSection {
  const [{ claim: claimId, room }] = useAddress();
  const theirs = useQuery({ ...claimsOnMyListingsQuery, enabled: claimId !== null });
  if (claimId !== null) return theirs.data?.some(({ id }) => id === claimId) ? 'shares' : 'pickups';
  return room;
}
