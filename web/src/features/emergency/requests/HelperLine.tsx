import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, HandHeart } from 'lucide-react';
import { Link } from 'wouter';
import { handoverTimeLine } from '#web/features/handovers/agreed-time/time-line.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { myRequestsQuery } from '../emergency.queries.ts';

/** Who is helping me, on every screen, announced when it appears; leads to the conversation. */
export function HelperLine() {
  const requests = useQuery(myRequestsQuery).data ?? [];
  return (
    <output className="flex flex-col gap-2 wide:not-empty:mb-6">
      {requests.map(
        (request) => request.match && <Helper key={request.id} request={request} match={request.match} />,
      )}
    </output>
  );
}

type HelperProps = {
  readonly request: EmergencyRequest;
  readonly match: NonNullable<EmergencyRequest['match']>;
};

function Helper({ request, match }: HelperProps) {
  const nowMs = useNow();
  if (request.status !== 'matched') return null;
  const when = handoverTimeLine(match.handover, nowMs);
  return (
    <Link
      href={paths.help(request.id)}
      className="flex min-h-11 items-center gap-3 rounded-control border border-transparent bg-brand-soft px-4 py-2 text-brand-soft-ink"
    >
      <HandHeart aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <Trans>
          <strong className="font-semibold">{match.helper.displayName}</strong> is helping you
        </Trans>
        {when !== null && <span className="block text-sm first-letter:uppercase">{when}</span>}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 rtl:-scale-x-100" />
    </Link>
  );
}
