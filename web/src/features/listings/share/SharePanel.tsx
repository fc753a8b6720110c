import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { canShareInBulk, type PickupChoice } from '@openlarder/domain/listings/share-defaults.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { useAddress } from '#web/lib/address.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { listingQuery } from '../listings.queries.ts';
import type { OpenTimes } from './listing-values.ts';
import { OtherEarlierListings } from './ShareAgain.tsx';
import { SharedConfirmation } from './SharedConfirmation.tsx';
import { ShareForm } from './ShareForm.tsx';
import { WithCounter } from './WithCounter.tsx';
import {
  createShareDraftStorage,
  formFromDraft,
  formFromListing,
  type InitialForm,
  type ShareDraft,
  type ShareNotice,
} from './share-draft.ts';

type Props = {
  readonly user: User;
  readonly setting: MapSettings;
  /** The community's zone: best-by dates are days of this calendar. */
  readonly timeZone: string;
  readonly earlier: readonly Listing[];
  /** Shown beside the form of a donation, and below a confirmation, where it leads to the empty form. */
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

/** The pickup window of what the person shared last; undefined without one, and if they stopped sharing it. */
function lastPickupOf(earlier: readonly Listing[]): PickupChoice | undefined {
  const [last] = earlier.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  if (!last || last.status === 'withdrawn') return undefined;
  return { fromMs: Date.parse(last.availableFrom), untilMs: Date.parse(last.availableUntil) };
}

/** Empty, restored from a draft, or filled in from the listing in the address; then what was shared. */
export function SharePanel({ user, setting, timeZone, earlier, renderCounter, openTimes }: Props) {
  const [{ again: repeatedId, kind, listing: openedId }, change] = useAddress();
  const [shared, setShared] = useState<{ listing: Listing; draft: ShareDraft | null } | null>(null);
  /** The form that is shown has a number of its own, so that no state of the one before remains, and perhaps a notice. */
  const [mounted, setMounted] = useState<{ number: number; notice?: ShareNotice | null }>({ number: 0 });
  const navigationState: unknown = useHistoryState();
  const repeated = useQuery({ ...listingQuery(repeatedId ?? ''), enabled: repeatedId !== null });
  // Only the user's own listings can be shared again.
  const own = repeatedId !== null && repeated.data?.donorId === user.id ? repeated.data : null;
  const leaveRepeated = () => {
    if (repeatedId !== null) change({ again: null }, { replace: true });
  };
  /** Shows another form, with this draft stored. */
  const restart = (draft: ShareDraft | null, notice: ShareNotice | null) => {
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
      <WithCounter counter={renderCounter?.(() => setShared(null))}>
        <SharedConfirmation
          listing={shared.listing}
          timeZone={timeZone}
          onAnother={() => setShared(null)}
          onUndone={() => restart(shared.draft, { kind: 'undone' })}
        />
      </WithCounter>
    );
  if (repeatedId !== null && repeated.isPending) return <Skeleton className="h-96 rounded-card" />;

  const known = { openTimes, lastPickup: lastPickupOf(earlier) };
  const mayShareInBulk = canShareInBulk(user);
  const requestedKind = mayShareInBulk ? kind && kind === 'bulk' : false;
  const startWith = (draft: ShareDraft | null): InitialForm => {
    const nowMs = Date.now();
    const context = {
      place: user,
      nowMs,
      timeZone,
      openPickup: openTimes?.defaultAt(nowMs) ?? undefined,
      lastPickup: known.lastPickup,
      isBulk: requestedKind ?? (mayShareInBulk && user.organizationName !== null),
    };
    if (own && draft?.againId !== own.id) return formFromListing(own, user, context, draft);
    const form = draft
      ? formFromDraft(draft, requestedKind, context)
      : { said: {}, context, photos: [], notice: null, againId: null };
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
        key={`${repeatedId ?? 'new'} ${mounted.number}`}
        user={user}
        setting={setting}
        known={known}
        startWith={startWith}
        counter={renderCounter?.(focusTitle)}
        takesFocus={mounted.notice !== undefined}
        onRestart={restart}
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
