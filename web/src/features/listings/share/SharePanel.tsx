import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { type Listing, withdrawListing } from '@openlarder/domain/listings/listing-contract.ts';
import { canShareInBulk, type PickupChoice } from '@openlarder/domain/listings/share-defaults.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { useAddress } from '#web/lib/address.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Notice, ErrorNotice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { listingQuery } from '../listings.queries.ts';
import { amountBeside } from '../titles.ts';
import type { OpenTimes } from './listing-values.ts';
import { ShareForm } from './ShareForm.tsx';
import {
  createShareDraftStorage,
  emptyForm,
  formFromDraft,
  formFromListing,
  type InitialForm,
  type ShareDraft,
  type ShareNotice,
} from './share-draft.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Repeat2 } from 'lucide-react';
import { call } from '#web/lib/call.ts';
import { formatPickupWindow } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ListingPicture } from '../ListingPicture.tsx';
import { CardChip } from './CardChip.tsx';

type Props = {
  readonly user: User;
  readonly setting: MapSettings;
  /** The community's zone: best-by dates are days of this calendar. */
  readonly timeZone: string;
  readonly earlier: readonly Listing[];
  /** Shown above the form of a donation, and below a confirmation, where it leads to the empty form. */
  readonly renderCounter?: ((onNewDonation: () => void) => ReactNode) | undefined;
  readonly openTimes: OpenTimes | undefined;
};

const focusTitle = (): void => document.querySelector<HTMLInputElement>('form input[name="title"]')?.focus();

/**
 * The history entry on which something was shared says so: a tap on the tab, which makes a new one, leads to the form.
 */
function markShared(listingId: string): void {
  const state: unknown = window.history.state;
  window.history.replaceState({ ...(typeof state === 'object' && state), sharedId: listingId }, '');
}

const isMarkedShared = (state: unknown, listingId: string): boolean =>
  typeof state === 'object' && state !== null && 'sharedId' in state && state.sharedId === listingId;

/** The form that is shown: each has a number of its own, so that no state of the one before remains. */
type Mounted = {
  readonly number: number;
  /** Instead of the notice about where its content comes from. */
  readonly notice?: ShareNotice | null;
};

/** The pickup window of what the person shared last; undefined without one, and if they stopped sharing it. */
function lastPickupOf(earlier: readonly Listing[]): PickupChoice | undefined {
  const [last] = earlier.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  if (!last || last.status === 'withdrawn') return undefined;
  return { fromMs: Date.parse(last.availableFrom), untilMs: Date.parse(last.availableUntil) };
}

/** Empty, restored from a draft, or filled in from the listing in the address; then what was shared. */
export function SharePanel({ user, timeZone, earlier, renderCounter, ...rest }: Props) {
  const [{ again: repeatedId, kind, listing: openedId }, change] = useAddress();
  const [shared, setShared] = useState<{ listing: Listing; draft: ShareDraft | null } | null>(null);
  const [mounted, setMounted] = useState<Mounted>({ number: 0 });
  const navigationState: unknown = useHistoryState();
  const repeated = useQuery({ ...listingQuery(repeatedId ?? ''), enabled: repeatedId !== null });
  // Only the user's own listings can be shared again.
  const own = repeatedId !== null && repeated.data?.donorId === user.id ? repeated.data : null;
  const leaveRepeated = () => {
    if (repeatedId !== null) change({ again: null }, { replace: true });
  };
  /** Shows another form, with this draft stored. */
  const remount = (draft: ShareDraft | null, notice: ShareNotice | null) => {
    const storage = createShareDraftStorage(user.id);
    storage.load();
    storage.save(draft);
    leaveRepeated();
    setShared(null);
    setMounted(({ number }) => ({ number: number + 1, notice }));
  };

  const isSharedHere = shared !== null && isMarkedShared(navigationState, shared.listing.id);
  // Back returns to the form if the person went on to it, but to the confirmation after a look at the listing
  if (shared && repeatedId === null && !isSharedHere && openedId === null) setShared(null);
  if (shared && repeatedId === null && isSharedHere)
    return (
      <div className="flex flex-col gap-6">
        <SharedConfirmation
          listing={shared.listing}
          timeZone={timeZone}
          onAnother={() => setShared(null)}
          onUndone={() => remount(shared.draft, { kind: 'undone' })}
        />
        {renderCounter?.(() => setShared(null))}
      </div>
    );
  if (repeatedId !== null && repeated.isPending) return <Skeleton className="h-96 rounded-card" />;

  const known = { openTimes: rest.openTimes, lastPickup: lastPickupOf(earlier) };
  const mayShareInBulk = canShareInBulk(user);
  const namedKind = kind === null ? null : kind === 'bulk';
  const requestedKind = mayShareInBulk ? namedKind : false;
  const startWith = (draft: ShareDraft | null): InitialForm => {
    const nowMs = Date.now();
    const openPickup = known.openTimes?.defaultAt(nowMs) ?? undefined;
    const context = { place: user, nowMs, timeZone, openPickup, lastPickup: known.lastPickup };
    if (own && draft?.againId !== own.id) return formFromListing(own, user, context, draft);
    const form = draft
      ? formFromDraft(draft, requestedKind, context)
      : emptyForm(requestedKind ?? (mayShareInBulk && user.organizationName !== null), context);
    return mounted.notice === undefined || own ? form : { ...form, notice: mounted.notice };
  };
  return (
    <div className="flex flex-col gap-3">
      {repeatedId !== null && (
        <>
          {repeated.isError && <Notice tone="error" announce title={errorMessage(repeated.error)} />}
          <OtherEarlierListings earlier={earlier} />
        </>
      )}
      <ShareForm
        {...rest}
        key={`${repeatedId ?? 'new'} ${mounted.number}`}
        user={user}
        known={known}
        startWith={startWith}
        againId={own?.id ?? null}
        counter={renderCounter?.(focusTitle)}
        takesFocus={mounted.notice !== undefined}
        onKind={(next) => change({ kind: next }, { replace: true })}
        onReset={(undo) => remount(null, { kind: 'reset', undo })}
        onUndo={(draft) => remount(draft, null)}
        onShared={(listing, draft) => {
          setMounted(({ number }) => ({ number }));
          setShared({ listing, draft });
          leaveRepeated();
          markShared(listing.id);
        }}
      />
    </div>
  );
}

type SharedConfirmationProps = {
  readonly listing: Listing;
  readonly timeZone: string;
  readonly onUndone: () => void;
  readonly onAnother: () => void;
};

/** What was just shared, in one sentence, in the place of its form. */
function SharedConfirmation({ listing, timeZone, onUndone, onAnother }: SharedConfirmationProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const undoing = useMutation({
    mutationFn: () => call(withdrawListing, { params: { id: listing.id } }),
    onSuccess: ({ status }) => {
      if (status === 'withdrawn') onUndone();
    },
  });
  const pickup = formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs, timeZone);
  const { title } = listing;
  const amount = amountBeside(title, listing.estimatedServings, listing.countedAs);
  return (
    <Card as="section" flush aria-label={t`Just shared`}>
      <ListingPicture
        photo={listing.photos[0] ?? null}
        title={title}
        category={listing.category}
        sizes="(min-width: 42rem) 42rem, 100vw"
        eager
        className="max-h-56"
      />
      <div className="flex flex-col gap-3 p-4 sm:p-6">
        <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-xl text-brand outline-none">
          <CircleCheck className="size-6 shrink-0" />
          <Trans>Shared. Thank you!</Trans>
        </h2>
        <p className="text-lg">
          {amount === null ? (
            <Trans>
              <b>
                <bdi>{title}</bdi>
              </b>
              , {pickup}
            </Trans>
          ) : (
            <Trans>
              <b>
                <bdi>{title}</bdi>
              </b>
              , {amount}, {pickup}
            </Trans>
          )}
        </p>
        <p>
          {undoing.isSuccess ? (
            <Trans>
              Someone was faster and has claimed some. Their pickup stays; nothing more is offered.
            </Trans>
          ) : (
            <Trans>We'll let you know when someone claims it.</Trans>
          )}
        </p>
        <ErrorNotice>{undoing.isError && errorMessage(undoing.error)}</ErrorNotice>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onAnother}>
            <Trans>Share another</Trans>
          </Button>
          {!undoing.isSuccess && (
            <Button variant="secondary" busy={undoing.isPending} onClick={() => undoing.mutate()}>
              <Trans>Undo</Trans>
            </Button>
          )}
          <LinkButton variant="secondary" href={paths.shareAgain(listing.id)}>
            <Trans>Same tomorrow</Trans>
          </LinkButton>
          <LinkButton variant="secondary" href={paths.listing(listing.id, paths.tab('share'))}>
            <Trans>See your listing</Trans>
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}

const MAX_OTHERS = 4;

/** Earlier listings that are over, the last one first, each title once. */
function repeatable(listings: readonly Listing[]): readonly Listing[] {
  const over = listings.filter(({ status }) => status !== 'posted' && status !== 'claimed');
  const running = new Set(
    listings.filter(({ status }) => status === 'posted' || status === 'claimed').map(({ title }) => title),
  );
  return over.filter(
    (listing, place) =>
      !running.has(listing.title) && over.findIndex(({ title }) => title === listing.title) === place,
  );
}

function useRepeat() {
  const [{ again: repeatedId }, change] = useAddress();
  const repeat = (again: string) => change({ again }, { replace: false });
  return { repeatedId, repeat };
}

type ShareAgainProps = { readonly earlier: readonly Listing[] };

export function ShareAgainButton({ earlier }: ShareAgainProps) {
  const { t } = useLingui();
  const { repeatedId, repeat } = useRepeat();
  const [last] = repeatable(earlier);
  if (!last || repeatedId !== null) return null;
  const { title } = last;
  return (
    <button
      type="button"
      aria-label={t`Share again: ${title}`}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-control text-sm font-semibold text-brand forced-colors:px-3"
      onClick={() => repeat(last.id)}
    >
      <Repeat2 className="size-5 shrink-0" />
      <span className="sm:hidden">
        <Trans>Share again</Trans>
      </span>
      <span className="max-sm:hidden">
        <Trans>
          Share again: <bdi>{title}</bdi>
        </Trans>
      </span>
    </button>
  );
}

function OtherEarlierListings({ earlier }: ShareAgainProps) {
  const { repeatedId, repeat } = useRepeat();
  const others = repeatable(earlier).filter(({ id }) => id !== repeatedId);
  if (repeatedId === null || others.length === 0) return null;
  return (
    <div className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
      <span className="shrink-0 text-sm font-semibold">
        <Trans>Or share again:</Trans>
      </span>
      {others.slice(0, MAX_OTHERS).map(({ id, title }) => (
        <CardChip key={id} pressed={false} className="shrink-0" onClick={() => repeat(id)}>
          <bdi>{title}</bdi>
        </CardChip>
      ))}
    </div>
  );
}
