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

type Match = NonNullable<EmergencyRequest['match']>;

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
  if (!hasTicket) return <Strip request={request} match={match} />;
  const isOpen = match !== null && request?.status === 'matched';
  return isOpen ? <BesideTicket request={request} name={otherName(request, match)} /> : null;
}

const otherName = ({ side, requester }: EmergencyRequest, { helper }: Match): string =>
  side === 'requester' ? helper.displayName : requester.firstName;

type StripProps = {
  readonly request: EmergencyRequest | null;
  /** That of these two; null once it is over, whatever has become of the request since. */
  readonly match: Match | null;
};

function Strip({ request, match }: StripProps) {
  const nowMs = useNow();
  if (request === null || match === null) {
    const isMine = request?.side === 'requester';
    return (
      <ConversationFold
        stage="ended"
        opensByItself={false}
        awaited={null}
        sentence={isMine ? stateName(request) : <Trans>You no longer help with this.</Trans>}
        detail={isMine && <SinceThen request={request} />}
      />
    );
  }
  const name = otherName(request, match);
  const sentence = helpSentence(request, name);
  const awaited = awaitedMove(request);
  const isMatched = request.status === 'matched';
  const isMine = request.side === 'requester';
  const moves = (isBrief: boolean) =>
    isMine ? (
      <RequestMoves request={request} isAboveMessages isBrief={isBrief} />
    ) : (
      <HelperMoves request={request} name={name} isBrief={isBrief} />
    );
  return (
    <ConversationFold
      sentence={sentence}
      detail={comingTo(request, name, nowMs) ?? (isMatched && !isMine && placeInBrief(request))}
      code={isMatched ? match.code : null}
      stage={`${sentence}${String(awaited)}${String(isPlaceTold(request))}`}
      opensByItself={isMatched}
      awaited={awaited !== null && moves(true)}
    >
      {isMatched && (
        <>
          <MatchNeeds request={request} />
          {isMine ? <WhatTheySee request={request} /> : <WhereToGo request={request} name={name} />}
          {moves(false)}
        </>
      )}
    </ConversationFold>
  );
}

/** What has become of my request since this helper's part ended. */
function SinceThen({ request }: { readonly request: EmergencyRequest }) {
  const nowMs = useNow();
  return (
    <>
      {dateSentence(request, nowMs)}{' '}
      <Link href={paths.requests} className="inline-block py-1.5 font-semibold underline">
        <Trans>See my request</Trans>
      </Link>
    </>
  );
}

/** Beside a ticket that says all else: until when to say hello, and where the food is wanted if it is brought. */
function BesideTicket({ request, name }: { readonly request: EmergencyRequest; readonly name: string }) {
  const nowMs = useNow();
  const isMine = request.side === 'requester';
  const coming = comingTo(request, name, nowMs);
  const mayShare = requestMovesOf(request, nowMs).includes('share_place');
  const isTold = !isMine && isPlaceTold(request);
  if (coming === null && !mayShare && !isTold) return null;
  return (
    <div className="flex flex-col gap-1.5 border-t border-line bg-surface px-4 py-2.5">
      {coming !== null && <p className="text-sm">{coming}</p>}
      {mayShare && <ShareWhereLater request={request} />}
      {isTold && <WhereToGo request={request} name={name} />}
    </div>
  );
}
