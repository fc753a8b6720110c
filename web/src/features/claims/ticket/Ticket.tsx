import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { CalendarClock, MapPin, MessageCircle, Utensils } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { HandoverActions } from '#web/features/handovers/actions/HandoverActions.tsx';
import { AgreedTime } from '#web/features/handovers/agreed-time/AgreedTime.tsx';
import { CalendarLink } from '#web/features/handovers/calendar/CalendarLink.tsx';
import { handoverTimeLine } from '#web/features/handovers/agreed-time/time-line.ts';
import { handoverSentence } from '#web/features/handovers/handover-labels.ts';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';
import { TicketCode } from '#web/features/handovers/TicketCode.tsx';
import { formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { claimedServings } from './claimed-servings.ts';
import { handoverOf, PickupAddress, RevealAddress } from './PickupAddress.tsx';

type Props = {
  readonly claim: Claim;
  /** The target of a link: scrolled to and highlighted. */
  readonly isWanted?: boolean;
};

/** An open claim with all that its handover needs: code, time, address and actions. */
export function Ticket({ claim, isWanted = false }: Props) {
  const nowMs = useNow();
  const ticket = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) ticket.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  const { listing } = claim;
  const handover = handoverOf(claim);
  return (
    <li ref={ticket}>
      <Card as="article" flush className={classNames('border border-line', isWanted && 'ring-3 ring-brand')}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 bg-brand-soft p-4 text-brand-soft-ink sm:px-6">
          <ListingPicture
            photo={listing.photo}
            title={listing.title}
            category={listing.category}
            sizes="5rem"
            className="max-w-20 rounded-small max-sm:hidden"
          />
          <div className="min-w-0 flex-[1_1_9rem]">
            <h3 className="text-lg font-semibold">
              <Link
                href={paths.listing(listing.id, paths.room(claim.side === 'donor' ? 'shares' : 'pickups'))}
                className="hover:underline"
              >
                <bdi>{listing.title}</bdi>
              </Link>
            </h3>
            <p className="mt-0.5">{handoverSentence(handover, nowMs, claimedServings(claim))}</p>
          </div>
          {handover.code && <TicketCode code={handover.code} size="large" />}
        </div>
        <div className="border-t-2 border-dashed border-brand/40" />
        <div className="flex flex-col gap-5 p-4 sm:p-6">
          <ul className="grid gap-4 sm:grid-cols-2 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_li]:flex [&_li]:gap-2.5">
            <li>
              <CalendarClock aria-hidden="true" className="text-muted" />
              <div>
                <p className="font-medium first-letter:uppercase">{handoverTimeLine(handover, nowMs)}</p>
                {handover.agreedTime !== null && (
                  <p className="text-sm text-muted first-letter:uppercase">
                    {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
                  </p>
                )}
              </div>
            </li>
            <li>
              <Utensils aria-hidden="true" className="text-muted" />
              <p className="font-medium">{formatServings(claim.servings)}</p>
            </li>
            <li className="sm:col-span-2">
              <MapPin aria-hidden="true" className="text-muted" />
              <div className="min-w-0">
                <PickupAddress claim={claim} />
              </div>
            </li>
          </ul>
          <AgreedTime handover={handover} />
          <HandoverActions
            handover={handover}
            renderReveal={(isPrimary) => <RevealAddress claim={claim} isPrimary={isPrimary} />}
          />
          <div className="flex flex-wrap gap-x-2 gap-y-1 border-t border-line pt-3">
            <LinkButton href={paths.conversation(claim.conversationId)} variant="quiet" className="-ms-4">
              <MessageCircle aria-hidden="true" className="size-5" />
              <Trans>Go to messages</Trans>
            </LinkButton>
            <CalendarLink handover={handover} className="max-sm:-ms-4" />
          </div>
        </div>
      </Card>
    </li>
  );
}
