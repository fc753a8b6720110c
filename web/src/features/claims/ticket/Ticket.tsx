import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { CalendarClock, ChevronDown, MapPin, MessageCircle, Utensils } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { isUntimedForGiver } from '#web/features/handovers/actions/handover-actions.ts';
import { HandoverActions } from '#web/features/handovers/actions/HandoverActions.tsx';
import { AgreedTime } from '#web/features/handovers/agreed-time/AgreedTime.tsx';
import { CalendarLink } from '#web/features/handovers/calendar/CalendarLink.tsx';
import { CodeButton } from '#web/features/handovers/code/CodeButton.tsx';
import { handoverTimeLabel, handoverSentence } from '#web/features/handovers/handover-labels.ts';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';
import { communityZone, formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { toPickup } from '../counter/pickup-queue.ts';
import { saidBadge, whenComing } from '../counter/PickupRow.tsx';
import { claimedServings, claimedServingsLine, handoverOf } from '../claim-labels.ts';
import { ClaimedFoodContents } from './ClaimedFoodContents.tsx';
import { PickupAddress, RevealAddressButton, WhoSeesAddress } from './PickupAddress.tsx';

type Props = {
  readonly claim: Claim;
  /** The target of a link: scrolled to and highlighted. */
  readonly isWanted?: boolean;
  /** Only its head is shown until it is unfolded; absent if it is always whole. */
  readonly fold?: { readonly isOpen: boolean; readonly onToggle: () => void };
  /** Its listing stands above: the head is the person, not the food. */
  readonly isUnderListing?: boolean;
};

export function Ticket({ claim, isWanted = false, fold, isUnderListing = false }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const bodyId = useId();
  const ticket = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // its code is at its top
    if (isWanted) ticket.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  const { listing } = claim;
  const handover = handoverOf(claim);
  const pickup = toPickup(claim, nowMs);
  const said = saidBadge(pickup);
  const { claimed, shared } = claimedServings(claim);
  const { agreedTime } = handover;
  const isWithinHours =
    agreedTime !== null && agreedTime >= listing.availableFrom && agreedTime <= listing.availableUntil;
  const hasCodeFirst = isUntimedForGiver(handover, nowMs) && handover.proposal === null;
  const actions = (
    <HandoverActions
      handover={handover}
      amount={formatServings(claim.servings, claim.handover.countedAs)}
      renderReveal={(isPrimary) => (
        <div className="flex flex-col gap-1.5">
          <RevealAddressButton claim={claim} isPrimary={isPrimary} />
          <WhoSeesAddress claim={claim} />
        </div>
      )}
    />
  );
  return (
    <li ref={ticket} className="scroll-mt-[calc(var(--header-bar)+1rem+var(--connection-strip,0px))]">
      <article
        className={classNames(
          !isUnderListing &&
            'overflow-hidden rounded-card border border-line bg-surface text-ink shadow-card',
          isWanted && (isUnderListing ? 'border-s-4 border-brand' : 'ring-3 ring-brand'),
        )}
      >
        <div
          className={classNames(
            'flex flex-wrap justify-between gap-x-4 gap-y-2',
            isUnderListing
              ? 'items-center px-3 py-2 sm:px-4'
              : 'items-start bg-brand-soft p-4 text-brand-soft-ink sm:px-6',
          )}
        >
          {isUnderListing ? (
            <div className="flex min-w-0 flex-[1_1_9rem] items-center gap-3">
              <PersonAvatar person={claim.claimer} className="max-sm:size-10" />
              <div className="min-w-0">
                <h4 className="flex flex-wrap items-center gap-x-2 font-sans text-base/snug font-semibold tracking-normal wrap-anywhere">
                  <bdi translate="no">{claim.claimer.displayName}</bdi>
                  {said !== null && <Badge tone="fresh">{said}</Badge>}
                </h4>
                <p className="text-sm">
                  <span className="font-semibold">
                    {whenComing(pickup, { nowMs, timeZone: communityZone() })}
                  </span>
                  {claimed < shared && ` · ${claimedServingsLine(claim)}`}
                </p>
              </div>
            </div>
          ) : (
            <>
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
                    href={paths.listing(
                      listing.id,
                      paths.profileSection(claim.side === 'donor' ? 'shares' : 'pickups'),
                    )}
                    className="hover:underline"
                  >
                    <bdi>{listing.title}</bdi>
                  </Link>
                </h3>
                <p className="mt-0.5">{handoverSentence(handover, nowMs, claimedServings(claim))}</p>
                {fold?.isOpen === false && (
                  <p className="text-sm first-letter:uppercase">
                    {handoverTimeLabel(handover, nowMs)}
                    {' · '}
                    {claimedServingsLine(claim)}
                  </p>
                )}
              </div>
            </>
          )}
          <div className="ms-auto flex items-center gap-1">
            <CodeButton
              handover={handover}
              amount={formatServings(claim.servings, claim.handover.countedAs)}
              size={fold?.isOpen === false ? 'regular' : 'large'}
            />
            {fold && (
              <IconButton
                label={t`Details of ${isUnderListing ? claim.claimer.displayName : listing.title}`}
                icon={
                  <ChevronDown
                    className={classNames('transition-transform duration-150', fold.isOpen && 'rotate-180')}
                  />
                }
                aria-expanded={fold.isOpen}
                aria-controls={bodyId}
                onClick={fold.onToggle}
                className="-my-1.5 -me-2.5"
              />
            )}
          </div>
        </div>
        <div
          id={bodyId}
          hidden={fold?.isOpen === false}
          className="flex flex-col gap-5 border-t-2 border-dashed border-brand/40 p-4 sm:p-6"
        >
          <ul className="grid gap-4 sm:grid-cols-2 [&_svg]:h-lh [&_svg]:w-5 [&_svg]:shrink-0 [&_li]:flex [&_li]:gap-2.5">
            {!isUnderListing && (
              <>
                <li>
                  <CalendarClock className="text-muted" />
                  <div>
                    <p className="font-medium first-letter:uppercase">{handoverTimeLabel(handover, nowMs)}</p>
                    {isWithinHours && (
                      <p className="text-sm text-muted first-letter:uppercase">
                        {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
                      </p>
                    )}
                  </div>
                </li>
                <li>
                  <Utensils className="text-muted" />
                  <div className="flex flex-col items-start gap-1.5">
                    <p className="font-medium">{claimedServingsLine(claim)}</p>
                    <ClaimedFoodContents claim={claim} />
                  </div>
                </li>
              </>
            )}
            <li className="sm:col-span-2">
              <MapPin className="text-muted" />
              <div className="min-w-0">
                <PickupAddress claim={claim} />
              </div>
            </li>
          </ul>
          {hasCodeFirst && actions}
          <AgreedTime handover={handover} />
          {!hasCodeFirst && actions}
          <div className="flex flex-wrap gap-x-2 gap-y-1 border-t border-line pt-3">
            <LinkButton href={paths.conversation(claim.conversationId)} variant="quiet" className="-ms-3">
              <MessageCircle className="size-5" />
              <Trans>Go to messages</Trans>
            </LinkButton>
            <CalendarLink handover={handover} className="max-sm:-ms-3" />
          </div>
        </div>
      </article>
    </li>
  );
}

type OpenTicketsProps = {
  readonly claims: readonly Claim[];
  readonly wantedId: string | null;
  readonly isUnderListing?: boolean;
  readonly folds?: boolean;
};

/** The tickets of open claims: one is whole; of more, one at a time is unfolded, so that all are in sight. */
export function OpenTickets({
  claims,
  wantedId,
  isUnderListing = false,
  folds = claims.length > 1,
}: OpenTicketsProps) {
  const [openId, setOpenId] = useState(wantedId);
  if (claims.length === 0) return null;
  return (
    <ul
      className={classNames(
        'flex flex-col',
        isUnderListing
          ? 'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface'
          : 'gap-3',
      )}
    >
      {claims.map((claim) => {
        const isOpen = claim.id === openId;
        return (
          <Ticket
            key={claim.id}
            claim={claim}
            isWanted={claim.id === wantedId}
            isUnderListing={isUnderListing}
            {...(folds && {
              fold: { isOpen, onToggle: () => setOpenId(isOpen ? null : claim.id) },
            })}
          />
        );
      })}
    </ul>
  );
}
