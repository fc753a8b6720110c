import { useQuery } from '@tanstack/react-query';
import { HandHeart } from 'lucide-react';
import { Link } from 'wouter';
import { useAddress } from '#web/lib/address.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { helpingQuery } from '../emergency.queries.ts';
import { matchHeadline, meetingLine } from '../request-labels.ts';

/** What I bring to a neighbor, on every screen but its conversation; food of a listing has its pickup card. */
export function HelpingStatus() {
  const nowMs = useNow();
  const requests = useQuery(helpingQuery).data ?? [];
  const [{ conversation: talk }] = useAddress();
  const open = requests.flatMap((request) => {
    const { match } = request;
    const isOpen = request.status === 'matched' && match?.handover.status === 'open';
    return isOpen && match.handover.claimId === null && match.conversationId !== talk
      ? [{ request, match }]
      : [];
  });
  return (
    <div className="flex flex-col gap-3 not-empty:mb-5 wide:not-empty:mb-6">
      {open.map(({ request, match }) => (
        <Link
          key={request.id}
          href={paths.conversation(match.conversationId)}
          className="edge flex min-h-11 items-center gap-3 rounded-control bg-brand-soft px-4 py-2 text-brand-soft-ink"
        >
          <HandHeart className="size-5 shrink-0" />
          <span className="min-w-0 flex-1 wrap-anywhere">
            <strong className="block font-semibold first-letter:uppercase">
              {matchHeadline(match.handover, nowMs)}
            </strong>
            <span className="line-clamp-2 text-sm">{meetingLine(request, match.handover)}</span>
          </span>
        </Link>
      ))}
    </div>
  );
}
