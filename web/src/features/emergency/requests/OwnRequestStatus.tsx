import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, HandHeart, Radio } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { handoverTimeLabel } from '#web/features/handovers/handover-labels.ts';
import { useAddress } from '#web/lib/address.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { myRequestsQuery } from '../emergency.queries.ts';
import { OtherHelp } from './OtherHelp.tsx';
import type { HelperProps } from './HelperCard.tsx';
import { helperNews } from '../request-labels.ts';

const HelperCard = lazyPart(async () => (await import('./HelperCard.tsx')).HelperCard);

type MatchedRequest = EmergencyRequest & Pick<HelperProps, 'match'>;
const isMatched = (request: EmergencyRequest): request is MatchedRequest =>
  request.status === 'matched' && request.match !== null;

/** What is announced of a request; empty once it is over. */
function spokenStatus(request: EmergencyRequest, nowMs: number): string {
  if (request.status === 'pending') return t`We're asking neighbors nearby`;
  if (!isMatched(request)) return '';
  const name = request.match.helper.displayName;
  const news = helperNews(request.match.handover, nowMs);
  return [t`${name} is helping you`, ...(news === null ? [] : [news])].join('. ');
}

/**
 * The status of a person's own request, on every screen: neighbors are asked, or who is helping. Shows no number of
 * people. What changes is announced, also where nothing is shown: beside the request itself and in its conversation.
 */
export function OwnRequestStatus() {
  const nowMs = useNow();
  const requests = useQuery(myRequestsQuery).data ?? [];
  const [{ tab, room, conversation }] = useAddress();
  const isBesideRequest = room === 'requests';
  const talk = tab === 'messages' ? conversation : null;
  return (
    <>
      <output className="sr-only">
        {requests
          .map((request) => spokenStatus(request, nowMs))
          .filter(Boolean)
          .join('. ')}
      </output>
      {!isBesideRequest && (
        <div className="flex flex-col gap-3 not-empty:mb-5 sm:not-empty:mb-7 wide:not-empty:mb-6">
          {requests.map((request) =>
            isMatched(request) ? (
              request.match.conversationId !== talk && (
                <Helper key={request.id} request={request} match={request.match} isBrief={talk !== null} />
              )
            ) : request.status === 'pending' && talk === null ? (
              <Asking key={request.id} />
            ) : null,
          )}
        </div>
      )}
    </>
  );
}

/**
 * The text after the name: news first, else the time, else that none is agreed. In another conversation, which has a time
 * of its own to plan, only news and the time.
 */
function nextStep(handover: Handover, nowMs: number, isElsewhere: boolean): string | null {
  const known = helperNews(handover, nowMs) ?? handoverTimeLabel(handover, nowMs);
  return known ?? (isElsewhere ? null : t`Plan a time`);
}

/** Until the match stays, the whole card: there is something to do. Then one line. */
function Helper({ request, match, isBrief }: HelperProps & { readonly isBrief: boolean }) {
  const nowMs = useNow();
  const line = (
    <HelperLink href={paths.help(request.id)} more={nextStep(match.handover, nowMs, isBrief)}>
      <Trans>
        <strong translate="no" className="font-semibold">
          {match.helper.displayName}
        </strong>{' '}
        is helping you
      </Trans>
    </HelperLink>
  );
  if (isBrief || match.silentAt === null) return line;
  return (
    <Suspense fallback={line}>
      <HelperCard request={request} match={match} />
    </Suspense>
  );
}

type LinkProps = {
  readonly href: string;
  readonly more: ReactNode;
  readonly children: ReactNode;
};

function HelperLink({ href, more, children }: LinkProps) {
  return (
    <Link
      href={href}
      className="edge target-44 flex items-center gap-3 rounded-control bg-brand-soft px-4 text-brand-soft-ink max-sm:min-h-8 max-sm:gap-2 max-sm:py-1 max-sm:text-sm sm:min-h-11 sm:py-2"
    >
      <HandHeart className="size-5 shrink-0" />
      <span className="flex min-w-0 flex-1 wrap-anywhere max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-2 sm:flex-col">
        <span>{children}</span>
        {more !== null && <span className="text-sm first-letter:uppercase">{more}</span>}
      </span>
      <ChevronRight className="size-5 shrink-0 rtl:-scale-x-100" />
    </Link>
  );
}

function Asking() {
  return (
    <section
      data-low=""
      className="edge rounded-control bg-sky-soft text-sky-soft-ink max-sm:px-3 max-sm:text-sm sm:px-4 sm:py-1"
    >
      <OtherHelp>
        <Link
          href={paths.requests}
          className="target-44 inline-flex min-w-0 flex-1 items-center font-semibold max-sm:min-h-8 max-sm:gap-2 sm:min-h-11 sm:gap-3 sm:py-1"
        >
          <Radio className="size-5 shrink-0" />
          {/* someone who looks over the shoulder learns nothing */}
          <Trans>We're on it</Trans>
        </Link>
      </OtherHelp>
    </section>
  );
}
