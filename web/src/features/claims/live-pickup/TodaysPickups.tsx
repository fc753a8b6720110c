import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { MessageCircle, Navigation } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { pickedPlaceOf } from '#web/features/accounts/profile/profile-values.ts';
import {
  agreedSentence,
  handoverSentence,
  handoverTimeLabel,
} from '#web/features/handovers/handover-labels.ts';
import { CodeButton } from '#web/features/handovers/code/CodeButton.tsx';
import { formatServings } from '#web/lib/format.ts';
import { directionsHref } from '#web/features/handovers/address/Directions.tsx';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { shownDestination } from '../ticket/PickupAddress.tsx';
import { leaveByLine, livePickupLine, timesOf, useNextPickups } from '../claim-labels.ts';
import { isLivePickup } from '@openlarder/domain/handovers/live-pickup.ts';
import { Section } from '#web/ui/Section.tsx';

/** Rows after the next pickup. */
const MOST_MORE = 3;

/** What is coming up: a pickup that is close whole, the following ones a line each; without any, `otherwise`. */
export function TodaysPickups({ otherwise }: { readonly otherwise: ReactNode }) {
  const nowMs = useNow();
  const pickups = useNextPickups(nowMs);
  if (!pickups) return <Skeleton className="h-44 rounded-card" />;
  if (pickups.length === 0) return otherwise;
  const next = pickups.find((claim) => isLivePickup(timesOf(claim, nowMs), nowMs));
  const more = pickups.filter((claim) => claim !== next);
  return (
    <Section title={<Trans>Coming up</Trans>} className="flex flex-col gap-3">
      {next && <NextPickup claim={next} nowMs={nowMs} />}
      {more.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {more.slice(0, MOST_MORE).map((claim) => (
            <li key={claim.id}>
              <LaterPickup claim={claim} nowMs={nowMs} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type PickupProps = { readonly claim: Claim; readonly nowMs: number };

function NextPickup({ claim, nowMs }: PickupProps) {
  const me = useCurrentUser();
  const { handover, listing } = claim;
  const sentence = handoverSentence(handover, nowMs);
  const saysTime = sentence === agreedSentence(handover, nowMs);
  const destination = shownDestination(claim);
  const leaveBy = leaveByLine(claim, pickedPlaceOf(me), nowMs);
  return (
    <article className="flex flex-col gap-3 rounded-card border border-transparent bg-stage p-4 text-on-stage">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-44">
          <h3 className="text-lg font-semibold wrap-anywhere">
            <Link href={paths.claim(claim.id)} className="hover:underline">
              <bdi>{listing.title}</bdi>
            </Link>
          </h3>
          <p>{sentence}</p>
          {!saysTime && <p className="first-letter:uppercase">{handoverTimeLabel(handover, nowMs)}</p>}
          {leaveBy !== null && <p className="font-semibold">{leaveBy}</p>}
        </div>
        <CodeButton
          handover={handover}
          amount={formatServings(claim.servings, claim.handover.countedAs)}
          size="large"
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {destination !== null && (
          <LinkButton href={directionsHref(destination)} leaves variant="secondary">
            <Navigation className="size-5" />
            <Trans>Directions</Trans>
          </LinkButton>
        )}
        <LinkButton href={paths.conversation(claim.conversationId)} variant="secondary">
          <MessageCircle className="size-5" />
          <Trans context="verb">Message</Trans>
        </LinkButton>
        <LinkButton href={paths.claim(claim.id)} variant="secondary">
          <Trans>See the ticket</Trans>
        </LinkButton>
      </div>
    </article>
  );
}

function LaterPickup({ claim, nowMs }: PickupProps) {
  const me = useCurrentUser();
  const name = claim.handover.receiver.displayName;
  const amount = formatServings(claim.servings, claim.handover.countedAs);
  return (
    <Link
      href={paths.claim(claim.id)}
      className="flex min-h-11 flex-wrap items-center gap-x-3 py-2 hover:underline"
    >
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <bdi className="font-semibold">{claim.listing.title}</bdi>
        {claim.side === 'donor' && (
          <span className="block text-sm text-muted">
            <bdi translate="no">{name}</bdi> · {amount}
          </span>
        )}
      </span>
      <span className="text-muted first-letter:uppercase">
        {isLivePickup(timesOf(claim, nowMs), nowMs)
          ? livePickupLine(claim, pickedPlaceOf(me), nowMs)
          : handoverTimeLabel(claim.handover, nowMs)}
      </span>
    </Link>
  );
}
