import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { Link } from 'wouter';
import { ConversationDisclosure } from '#web/features/claims/handover/ConversationDisclosure.tsx';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { dietName } from '#web/features/accounts/profile/food-tag-labels.ts';
import { categoryLabel } from '#web/features/listings/listing-labels.ts';
import { formatList } from '#web/lib/format.ts';
import {
  householdLabel,
  requestDateSentence,
  requestStatusLabel,
  matchSentence,
  upcomingSentence,
} from '../request-labels.ts';
import { HelperActions, RequesterActions } from './RequestActions.tsx';
import { isMeetingPlaceKnown, MeetingPlace, meetingPlaceLine, RevealedAddressNote } from './MatchAddress.tsx';
import { allowedRequestActions, awaitedAction } from './request-actions.ts';
import { RevealAddressLater } from './RevealAddress.tsx';

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
      <ConversationDisclosure
        stage="ended"
        opensByItself={false}
        awaited={null}
        sentence={isMine ? requestStatusLabel(request) : <Trans>You no longer help with this.</Trans>}
        detail={isMine && <SinceThen request={request} />}
      />
    );
  }
  const name = otherName(request, match);
  const sentence = matchSentence(request, name);
  const awaited = awaitedAction(request);
  const isMatched = request.status === 'matched';
  const isMine = request.side === 'requester';
  const moves = (isBrief: boolean) =>
    isMine ? (
      <RequesterActions request={request} isAboveMessages isBrief={isBrief} />
    ) : (
      <HelperActions request={request} requesterName={name} isBrief={isBrief} />
    );
  return (
    <ConversationDisclosure
      sentence={sentence}
      detail={upcomingSentence(request, name, nowMs) ?? (isMatched && !isMine && meetingPlaceLine(request))}
      code={isMatched ? match.code : null}
      stage={`${sentence}${String(awaited)}${String(isMeetingPlaceKnown(request))}`}
      opensByItself={isMatched}
      awaited={awaited !== null && moves(true)}
    >
      {isMatched && (
        <>
          <MatchNeeds request={request} />
          {isMine ? (
            <RevealedAddressNote request={request} />
          ) : (
            <MeetingPlace request={request} name={name} />
          )}
          {moves(false)}
        </>
      )}
    </ConversationDisclosure>
  );
}

/** What has become of my request since this helper's part ended. */
function SinceThen({ request }: { readonly request: EmergencyRequest }) {
  const nowMs = useNow();
  return (
    <>
      {requestDateSentence(request, nowMs)}{' '}
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
  const coming = upcomingSentence(request, name, nowMs);
  const mayShare = allowedRequestActions(request, nowMs).includes('share_place');
  const isTold = !isMine && isMeetingPlaceKnown(request);
  if (coming === null && !mayShare && !isTold) return null;
  return (
    <div className="flex flex-col gap-1.5 border-t border-line bg-surface px-4 py-2.5">
      {coming !== null && <p className="text-sm">{coming}</p>}
      {mayShare && <RevealAddressLater request={request} />}
      {isTold && <MeetingPlace request={request} name={name} />}
    </div>
  );
}

/** Whom the food is for, and what they can eat, as it was asked for. */
function MatchNeeds({ request }: { readonly request: EmergencyRequest }) {
  const { description, specialNeeds, dietaryRestrictions: diets, preferredCategories: categories } = request;
  return (
    <div className="flex flex-col gap-1 wrap-anywhere">
      <p className="font-semibold">{householdLabel(request.householdSize)}</p>
      {diets.length > 0 && (
        <p>
          <Trans>Eats {formatList(diets.map(dietName))}</Trans>
        </p>
      )}
      {categories.length > 0 && (
        <p>
          <Trans>Would like {formatList(categories.map(categoryLabel))}</Trans>
        </p>
      )}
      {specialNeeds && (
        <p className="whitespace-pre-line">
          <Trans>Needs:</Trans> {specialNeeds}
        </p>
      )}
      {description && <p className="text-sm whitespace-pre-line text-muted">{description}</p>}
    </div>
  );
}
