import { plural, t as translate } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { HELPER_SILENT_MINUTES } from '@openlarder/domain/emergency/request-states.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { listingsSharedByQuery } from '#web/features/claims/claims.queries.ts';
import { ServingsInput } from '#web/features/claims/create/ServingsInput.tsx';
import { formatPickupWindow } from '#web/lib/format.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useMatchRequest } from '../emergency.queries.ts';
import { nameOfRequester, peopleLabel } from '../request-labels.ts';

type Props = {
  readonly request: EmergencyRequest;
  readonly meId: string;
  readonly onClose: () => void;
};

/** The option that is not a listing. */
const SOMETHING_ELSE = 'else';

/** Another donor was faster, or the request has ended. */
const isTaken = (error: unknown): boolean => error instanceof HttpError && error.code === 'not-pending';

function toastFailure(error: unknown): void {
  if (handleUnauthorized(error)) return;
  toast({
    title: translate`Match Failed`,
    description: isTaken(error)
      ? translate`Unable to match with this request. It may have already been claimed.`
      : errorMessage(error),
    tone: 'destructive',
  });
}

/** Asks what the donor brings and confirms the match; on success it opens the conversation. */
export function HelpDialog({ request, meId, onClose }: Props) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const { listings, isPending } = useMyListings(meId);
  const [chosenId, setChosenId] = useState(SOMETHING_ELSE);
  const [wantedServings, setWantedServings] = useState(request.householdSize);
  const matching = useMatchRequest(request.id);
  const chosen = listings.find(({ id }) => id === chosenId);
  const most = chosen?.servingsLeft ?? 0;
  const servings = Math.max(1, Math.min(wantedServings, most));
  const name = nameOfRequester(request);

  const help = () => {
    matching.mutate(chosen ? { listingId: chosen.id, servings } : { listingId: null }, {
      onSuccess: ({ match }) => {
        toast({
          title: t`Successfully Matched!`,
          description: t`You've been matched with this emergency request. Please coordinate pickup details.`,
          tone: 'success',
        });
        navigate(match ? paths.conversation(match.conversationId) : paths.tab('messages'));
      },
      onError: (error) => {
        toastFailure(error);
        if (isTaken(error)) onClose();
      },
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !matching.isPending) onClose();
      }}
      title={name ? <Trans>Help {name}</Trans> : <Trans>Help this neighbor</Trans>}
      description={
        <Trans>
          {request.title}, for {peopleLabel(request.householdSize)}
        </Trans>
      }
      footer={
        <>
          <Button variant="secondary" aria-disabled={matching.isPending} onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button busy={matching.isPending} onClick={help}>
            <Trans>Yes, I can help</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {matching.isError && !isTaken(matching.error) && (
          <Notice tone="error" announce title={<Trans>You're not matched yet.</Trans>}>
            {errorMessage(matching.error)}
          </Notice>
        )}
        {isPending ? (
          <Skeleton className="h-32 rounded-card" />
        ) : (
          listings.length > 0 && (
            <OfferField
              listings={listings}
              chosenId={chosen ? chosenId : SOMETHING_ELSE}
              onChoose={(id) => {
                setChosenId(id);
                setWantedServings(request.householdSize);
              }}
            />
          )
        )}
        {chosen && most > 1 && (
          <div className="flex flex-wrap items-center gap-3">
            <p className="font-semibold">
              <Trans>How much?</Trans>
            </p>
            <ServingsInput servings={servings} most={most} onChange={setWantedServings} />
          </div>
        )}
        <NextSteps listing={chosen} servings={servings} />
      </div>
    </Dialog>
  );
}

/** The donor's own listings with servings left, newest first. */
function useMyListings(meId: string): { readonly listings: readonly Listing[]; readonly isPending: boolean } {
  const nowMs = useNow();
  const shared = useQuery(listingsSharedByQuery(meId));
  const listings = (shared.data ?? []).filter(
    ({ status, servingsLeft, availableUntil }) =>
      status === 'posted' && servingsLeft > 0 && nowMs < Date.parse(availableUntil),
  );
  return { listings, isPending: shared.isPending };
}

type OfferProps = {
  readonly listings: readonly Listing[];
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
};

function OfferField({ listings, chosenId, onChoose }: OfferProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  return (
    <RadioGroup
      name="offer"
      label={t`What will you bring?`}
      value={chosenId}
      onChange={(event) => onChoose(event.target.value)}
      options={[
        ...listings.map((listing) => {
          const pickup = formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs);
          const hint = plural(listing.servingsLeft, {
            one: `# serving left, ${pickup}`,
            other: `# servings left, ${pickup}`,
          });
          return { value: listing.id, label: listing.title, hint };
        }),
        {
          value: SOMETHING_ELSE,
          label: t`Bring something else`,
          hint: t`Work out the details in the conversation.`,
        },
      ]}
    />
  );
}

type FollowsProps = {
  readonly listing: Listing | undefined;
  readonly servings: number;
};

/** What happens after confirming. */
function NextSteps({ listing, servings }: FollowsProps) {
  return (
    <div className="rounded-control bg-sunken px-4 py-3.5">
      <h3 className="font-sans text-base font-semibold tracking-normal">
        <Trans>What happens next</Trans>
      </h3>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 ps-5">
        {listing && (
          <li>
            <Trans>
              We'll save <Plural value={servings} one="# serving" other="# servings" /> of “{listing.title}”
              for them right away.
            </Trans>
          </li>
        )}
        <li>
          <Trans>
            We'll stop asking others for now and open a conversation, so you two can agree on when and where.
          </Trans>
        </li>
        <li>
          <Trans>
            You'll see the address, or a public place to meet, once they share it. Please don't ask for more
            than that.
          </Trans>
        </li>
        <li>
          <Trans>
            Please write right away: after {HELPER_SILENT_MINUTES} minutes without a word, we'll ask others
            again. If something comes up, you can cancel anytime.
          </Trans>
        </li>
      </ul>
    </div>
  );
}
