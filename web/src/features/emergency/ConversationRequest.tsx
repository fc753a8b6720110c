import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/emergency-contract.ts';
import { Link } from 'wouter';
import { ConversationFold } from '#web/features/claims/ConversationFold.tsx';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { HelperMoves } from './HelperMoves.tsx';
import { isPlaceTold, placeInBrief, WhatTheySee, WhereToGo } from './MatchPlace.tsx';
import { MatchNeeds } from './MatchNeeds.tsx';
import { awaitedMove, requestMovesOf } from './request-facts.ts';
import { RequestMoves } from './RequestMoves.tsx';
import { dateSentence, stateName } from './request-words.ts';
import { ShareWhereLater } from './ShareWhereLater.tsx';
import { comingTo, helpSentence } from './strip-words.ts';

type Props = {
  readonly conversationId: string;
  /** As I may see it now; null where it is not mine to see any more. */
  readonly request: EmergencyRequest | null;
  /** Whether a listing was given for it, so that its claim carries the handover, with a ticket of its own. */
  readonly hasTicket: boolean;
};

/** What two people agree on who talk about a request for food, above their messages. */
export function ConversationRequest({ conversationId, request, hasTicket }: Props) {
  const match = request?.match?.conversationId === conversationId ? request.match : null;
  if (request === null || match === null) return hasTicket ? null : <Ended request={request} />;
  const name = request.side === 'requester' ? match.helper.displayName : request.requester.firstName;
  if (hasTicket) {
    return request.status === 'matched' ? <BesideTicket request={request} name={name} /> : null;
  }
  return <Open request={request} name={name} code={match.code} />;
}

type OpenProps = {
  readonly request: EmergencyRequest;
  /** The other of the two. */
  readonly name: string;
};

function Open({ request, name, code }: OpenProps & { readonly code: string | null }) {
  const nowMs = useNow();
  const sentence = helpSentence(request, name);
  const awaited = awaitedMove(request);
  const isMatched = request.status === 'matched';
  const isMine = request.side === 'requester';
  return (
    <ConversationFold
      sentence={sentence}
      detail={comingTo(request, name, nowMs) ?? (isMatched && !isMine && placeInBrief(request))}
      code={isMatched ? code : null}
      stage={`${sentence}${String(awaited)}${String(isPlaceTold(request))}`}
      opensByItself={isMatched}
      awaited={
        awaited !== null &&
        (isMine ? (
          <RequestMoves request={request} isAboveMessages isBrief />
        ) : (
          <HelperMoves request={request} name={name} isBrief />
        ))
      }
    >
      {isMatched && (
        <>
          <MatchNeeds request={request} />
          {isMine ? (
            <>
              <WhatTheySee request={request} />
              <RequestMoves request={request} isAboveMessages />
            </>
          ) : (
            <>
              <WhereToGo request={request} name={name} />
              <HelperMoves request={request} name={name} />
            </>
          )}
        </>
      )}
    </ConversationFold>
  );
}

/** Where a ticket says all else: where the food is wanted, for whoever brings it, or meets elsewhere. */
function BesideTicket({ request, name }: OpenProps) {
  const nowMs = useNow();
  const isMine = request.side === 'requester';
  if (isMine && !requestMovesOf(request, nowMs).includes('share_place')) return null;
  if (!isMine && !isPlaceTold(request)) return null;
  return (
    <div className="border-t border-line bg-surface px-4 py-2.5">
      {isMine ? <ShareWhereLater request={request} /> : <WhereToGo request={request} name={name} />}
    </div>
  );
}

/** The help of these two is over, whatever has become of the request since. */
function Ended({ request }: { readonly request: EmergencyRequest | null }) {
  const nowMs = useNow();
  const isMine = request?.side === 'requester';
  return (
    <ConversationFold
      stage="ended"
      opensByItself={false}
      awaited={null}
      sentence={isMine ? stateName(request) : <Trans>You no longer help with this.</Trans>}
      detail={
        isMine && (
          <>
            {dateSentence(request, nowMs)}{' '}
            <Link href={paths.requests} className="inline-block py-1.5 font-semibold underline">
              <Trans>See my request</Trans>
            </Link>
          </>
        )
      }
    />
  );
}
