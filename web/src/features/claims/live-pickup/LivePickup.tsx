import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { pickedPlaceOf } from '#web/features/accounts/profile/profile-values.ts';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';
import { useAddress } from '#web/lib/address.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { classNames } from '#web/ui/class-names.ts';
import {
  countsMinutes,
  livePickupCountdown,
  livePickupNews,
  livePickupStep,
  livePickupTitle,
  useLivePickups,
} from '../claim-labels.ts';

/** The next pickup, on every screen but its conversation while it is close. What the other does is announced. */
export function LivePickup() {
  const me = useCurrentUser();
  const nowMs = useNow();
  const [{ conversation: shownId }] = useAddress();
  const pickups = useLivePickups(nowMs);
  if (pickups === null) return null;
  const [claim, ...others] = pickups;
  // the row waits for the answer, whatever it is
  if (!claim || claim.conversationId === shownId) return <span hidden data-known="" />;
  const { listing } = claim;
  const countdown = livePickupCountdown(claim, nowMs);
  return (
    <>
      <output className="sr-only">{livePickupNews(claim, pickedPlaceOf(me), nowMs)}</output>
      <div className="flex items-stretch rounded-card border border-transparent bg-stage text-on-stage">
        <Link
          href={paths.conversation(claim.conversationId)}
          className={classNames(
            'flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 rounded-card px-2.5 py-1.5 max-sm:ps-4 hover:underline',
            others.length > 0 && 'max-sm:pe-0',
          )}
        >
          <span className="flex min-w-0 flex-[1_1_8rem] items-center gap-2.5">
            <ListingPicture
              photo={listing.photo}
              title={listing.title}
              category={listing.category}
              sizes="2.5rem"
              shape="square"
              eager
              className="w-[min(2.5rem,44px)] shrink-0 rounded-small max-sm:hidden"
            />
            <span className="min-w-0 flex-1 text-sm leading-snug">
              <span className="sr-only">
                <Trans>Next pickup:</Trans>{' '}
              </span>
              <span className="line-clamp-2 font-semibold wrap-anywhere">{livePickupTitle(claim)}</span>
              <span className="line-clamp-2 text-xs">{livePickupStep(claim, pickedPlaceOf(me), nowMs)}</span>
            </span>
          </span>
          {countdown !== null && (
            // a phone's line has room for what is next; its clock says as much until the minutes count
            <span
              className={classNames(
                'ms-auto px-1 text-end font-display text-lg leading-tight font-bold whitespace-nowrap tabular-nums',
                !countsMinutes(claim, nowMs) && 'max-sm:hidden',
              )}
            >
              {countdown}
            </span>
          )}
        </Link>
        {others.length > 0 && (
          <Link
            href={paths.tab('profile')}
            className="flex min-w-11 items-center justify-center rounded-card px-1 sm:px-3 text-xs font-semibold whitespace-nowrap underline underline-offset-4"
          >
            <Trans context="pickups">
              <Plural value={others.length} one="# more" other="# more" />
            </Trans>
          </Link>
        )}
      </div>
    </>
  );
}
