import { t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import {
  isForLater,
  offerableFood,
  type OfferableFood,
} from '@openlarder/domain/emergency/offerable-food.ts';
import { suggestedServings } from '@openlarder/domain/listings/listing-fields.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { MAX_MATCHES_PER_DAY } from '@openlarder/domain/emergency/request-limits.ts';
import { HELPER_SILENT_MINUTES } from '@openlarder/domain/emergency/request-states.ts';
import { MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { nameOfRequester, offeredSentence, peopleLabel, restrictionName } from '../request-labels.ts';
import { StandingLine } from '#web/features/accounts/StandingLine.tsx';
import { ownListingsQuery } from '#web/features/claims/claims.queries.ts';
import { ServingsInput } from '#web/features/listings/ServingsInput.tsx';
import { sendFirstMessage } from '#web/features/messaging/unsent-text.ts';
import { personProfileQuery } from '#web/features/moderation/moderation.queries.ts';
import {
  communityZone,
  formatDayTime,
  formatList,
  formatPickupWindow,
  formatServings,
} from '#web/lib/format.ts';
import { errorMessage, HttpError, isUnauthorized } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast, toastFailure } from '#web/ui/toast-store.ts';
import { useMatchRequest } from '../emergency.queries.ts';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

type Props = {
  readonly request: EmergencyRequest;
  readonly me: Pick<User, 'id' | 'firstName' | 'organizationName' | 'known'>;
  readonly onClose: () => void;
};

/** Another donor was faster, or the request has ended. */
const isTaken = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.code === 'not-pending';

export function HelpDialog({ request, me, onClose }: Props) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const nowMs = useNow();
  const shared = useQuery(ownListingsQuery(me.id));
  const offerable = offerableFood(request, shared.data ?? [], nowMs, communityZone());
  const [choice, setChoice] = useState<{ readonly id: string; readonly servings: number | null } | null>(
    null,
  );
  const queryClient = useQueryClient();
  const matching = useMatchRequest(request.id);
  // Suggested is only what suits and can be had today; until then another offer is one tap away.
  const suggested = offerable.find(({ suits, isForToday }) => suits && isForToday)?.food;
  const chosen = offerable.find(({ food }) => food.id === choice?.id)?.food ?? suggested;
  const most = chosen?.servingsLeft ?? 0;
  const wanted = choice?.id === chosen?.id ? choice?.servings : null;
  const suggestedCount = suggestedServings(request.householdSize, most, chosen?.countedAs ?? null);
  const servings = Math.min(wanted ?? suggestedCount, most);
  const amount = formatServings(servings, chosen?.countedAs);
  const name = nameOfRequester(request);
  const isBusy = matching.isPending;
  const refusal = matching.isError && !isTaken(matching.error) && !isUnauthorized(matching.error);

  const help = (offer: { listingId: string; servings: number } | { listingId: null }, brings = '') => {
    if (isBusy) return;
    matching.mutate(offer, {
      onSuccess: ({ match }) => {
        toast(
          match
            ? {
                title: t`Successfully Matched!`,
                description: t`You've been matched with this emergency request. Please coordinate pickup details.`,
                tone: 'success',
              }
            : { title: offeredSentence() },
        );
        // food that this neighbor had before is given without its listing, which would have said what is in it
        const isUnlisted = offer.listingId !== null && match?.handover.claimId === null;
        const what = isUnlisted && chosen ? dishWords(chosen) : brings;
        if (match && what !== '')
          sendFirstMessage(queryClient, me.id, match.conversationId, t`I can bring ${what}.`);
        navigate(match ? paths.conversation(match.conversationId) : paths.tab('messages'));
      },
      onError: (error) => {
        if (isUnauthorized(error)) return;
        if (isTaken(error)) {
          // One who offers help while others still see the request has done nothing wrong.
          if (error.reason === 'matched') toast({ title: errorMessage(error) });
          else toastTaken();
          onClose();
          return;
        }
        // What is left of the donor's food may have changed.
        void shared.refetch();
      },
    });
  };
  const isGiving = isBusy && matching.variables.listingId !== null;
  const [brings, setBrings] = useState<string | null>(null);

  return (
    <Dialog
      onOpenChange={(isOpen) => {
        if (!isOpen && !isBusy) onClose();
      }}
      title={name ? <Trans>Help {name}</Trans> : <Trans>Help this neighbor</Trans>}
      description={
        <Trans>
          {shownTitle(request.title)}, for {peopleLabel(request.householdSize)}
        </Trans>
      }
      footer={
        shared.isPending ? undefined : brings !== null ? (
          <>
            <Button variant="secondary" aria-disabled={isBusy} onClick={() => setBrings(null)}>
              <Trans>Back</Trans>
            </Button>
            <Button busy={isBusy} onClick={() => help({ listingId: null }, brings.trim())}>
              <Trans>Bring it to them</Trans>
            </Button>
          </>
        ) : (
          <>
            <Button
              variant={chosen ? 'secondary' : 'primary'}
              aria-disabled={isBusy}
              onClick={() => setBrings('')}
            >
              <Trans>I'll bring something else</Trans>
            </Button>
            {chosen && (
              <Button
                busy={isGiving}
                aria-disabled={isBusy}
                onClick={() => help({ listingId: chosen.id, servings })}
              >
                <Trans>Give {amount}</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {refusal && (
          <Notice tone="error" announce title={<Trans>Match Failed</Trans>}>
            {errorMessage(matching.error)}
          </Notice>
        )}
        {brings !== null && <BringSomethingElse brings={brings} onChange={setBrings} request={request} />}
        {brings === null && shared.isPending && <Skeleton className="h-32 rounded-card" />}
        {brings === null && shared.isError && !shared.data && (
          <QueryError of={shared} title={<Trans>We couldn't load your shares.</Trans>} />
        )}
        {brings === null && request.dietaryRestrictions.length > 0 && (
          <p>
            <Trans>Diet: {formatList(request.dietaryRestrictions.map(restrictionName))}</Trans>
          </p>
        )}
        {brings === null && offerable.length > 0 && (
          <OwnFoodChoice
            offerable={offerable}
            chosenId={chosen?.id ?? null}
            nowMs={nowMs}
            onChoose={(id) => setChoice({ id, servings: null })}
          />
        )}
        {brings === null &&
          chosen &&
          isForLater(Date.parse(chosen.availableFrom), nowMs, communityZone()) && (
            <p className="text-sm font-medium">
              <Trans>
                This food is for {formatDayTime(chosen.availableFrom, nowMs)}, and they need some today. If
                you can, agree on a sooner time in the conversation.
              </Trans>
            </p>
          )}
        {brings === null && chosen && most > 1 && (
          <div className="flex flex-wrap items-center gap-3">
            <p className="font-semibold">
              <Trans>How much?</Trans>
            </p>
            <ServingsInput
              servings={servings}
              most={most}
              onChange={(count) => setChoice({ id: chosen.id, servings: count })}
            />
          </div>
        )}
        <p className="rounded-control bg-sunken px-4 py-3">
          {brings !== null ? (
            <Trans>
              Next, a conversation opens: say hello within {HELPER_SILENT_MINUTES} minutes, and they'll tell
              you where to bring it.
            </Trans>
          ) : chosen ? (
            <Trans>
              Next, a conversation opens: say hello within {HELPER_SILENT_MINUTES} minutes, and share your
              address, so they can pick it up.
            </Trans>
          ) : (
            // who travels depends on what is chosen
            <Trans>Next, a conversation opens: say hello within {HELPER_SILENT_MINUTES} minutes.</Trans>
          )}
        </p>
        <OwnStanding me={me} />
        {!me.known && <HelpLimit />}
      </div>
    </Dialog>
  );
}

type BringProps = {
  readonly brings: string;
  readonly onChange: (brings: string) => void;
  readonly request: EmergencyRequest;
};

/** What they bring that is not among their shared food, before anything is promised. */
function BringSomethingElse({ brings, onChange, request }: BringProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <TextField
        ref={field}
        label={<Trans>What will you bring?</Trans>}
        hint={
          request.dietaryRestrictions.length > 0 ? (
            <Trans>Diet: {formatList(request.dietaryRestrictions.map(restrictionName))}</Trans>
          ) : (
            <Trans>We'll send it as your first message, so they know what to expect.</Trans>
          )
        }
        optional
        maxLength={MAX_TITLE_LENGTH}
        value={brings}
        onChange={({ target }) => onChange(target.value)}
      />
      <p>
        <Trans>
          You bring it to them.{' '}
          <Link href={paths.tab('share')} className="font-semibold underline underline-offset-4">
            Share it first
          </Link>{' '}
          if they should pick it up from you.
        </Trans>
      </p>
    </div>
  );
}

function toastTaken(): void {
  toastFailure(
    translate`Match Failed`,
    translate`Unable to match with this request. It may have already been claimed.`,
  );
}

/** How often one who is not known may help. */
const HelpLimit = () => (
  <p className="text-sm text-muted">
    <Trans>For now, you can offer help {MAX_MATCHES_PER_DAY} times a day.</Trans>
  </p>
);

/** What the person who is helped will see of the donor besides the name. */
function OwnStanding({ me }: Pick<Props, 'me'>) {
  const name = me.organizationName ?? me.firstName;
  const { data } = useQuery(personProfileQuery(me.id));
  if (!data) return null;
  const { shares, repliesSameDay, verified } = data.standing;
  if (shares === null && !repliesSameDay && !verified) return null;
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-muted">
      <p>
        <Trans>
          They'll see{' '}
          <bdi translate="no" className="font-semibold">
            {name}
          </bdi>
        </Trans>
      </p>
      <StandingLine standing={data.standing} />
    </div>
  );
}

type OwnFoodChoiceProps = {
  readonly offerable: readonly OfferableFood<Listing>[];
  readonly chosenId: string | null;
  readonly nowMs: number;
  readonly onChoose: (id: string) => void;
};

function OwnFoodChoice({ offerable, chosenId, nowMs, onChoose }: OwnFoodChoiceProps) {
  return (
    <RadioGroup
      name="offer"
      label={translate`From your food`}
      value={chosenId ?? ''}
      onChange={(event) => onChoose(event.target.value)}
      options={offerable.map((offer) => ({
        value: offer.food.id,
        label: <bdi>{offer.food.title}</bdi>,
        hint: hintOf(offer, nowMs),
      }))}
    />
  );
}

/** "Lentil stew (contains milk)". */
function dishWords({ title, allergens }: Listing): string {
  const names = formatList((allergens ?? []).map(allergenName));
  return names === '' ? title : translate`${title} (contains ${names})`;
}

/** "6 servings left · today, 5–8 PM · contains milk · not marked for this diet". */
function hintOf({ food, suits }: OfferableFood<Listing>, nowMs: number): string {
  const allergens = formatList((food.allergens ?? []).map(allergenName));
  const left = formatServings(food.servingsLeft, food.countedAs);
  return [
    translate`${left} left`,
    formatPickupWindow(food.availableFrom, food.availableUntil, nowMs),
    ...(allergens ? [translate`contains ${allergens}`] : []),
    ...(suits ? [] : [translate`not marked for this diet`]),
  ].join(' · ');
}
