import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { canShareInBulk } from '@openlarder/domain/listings/share-defaults.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { errorMessage } from '#web/lib/http-error.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { listingQuery } from '../listings.queries.ts';
import { createShareDraftStorage, type ShareDraftStorage } from './draft/draft-storage.ts';
import type { OpenTimes } from './fields/PickupChips.tsx';
import { OtherEarlierListings } from './ShareAgain.tsx';
import { SharedConfirmation } from './SharedConfirmation.tsx';
import { ShareForm } from './ShareForm.tsx';
import {
  emptyForm,
  formFromDraft,
  formFromListing,
  type InitialForm,
  type ShareDraft,
} from './draft/share-draft.ts';
import { KIND_PARAM, kindParam, parseKind, REPEAT_PARAM } from './draft/share-url.ts';

type Props = {
  readonly user: User;
  readonly setting: MapSettings;
  /** The community's zone: best-by dates are days of this calendar. */
  readonly timeZone: string;
  /** What the person has shared before, the last first. */
  readonly earlier: readonly Listing[];
  /** Shown above the form of a donation, and below a confirmation, where it leads to the empty form. */
  readonly renderCounter?: ((onNewDonation: () => void) => ReactNode) | undefined;
  /** When the organization is open, if it has said so. */
  readonly openTimes?: OpenTimes | undefined;
};

/** A listing over this screen, in the address. */
const LISTING_PARAM = 'listing';

/** Leads to the empty form below the counter. */
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

type Shared = { readonly listing: Listing; readonly draft: ShareDraft | null };

/**
 * The share form: empty, restored from a draft, or filled in from the earlier listing in the address. What was shared
 * takes its place.
 */
export function SharePanel(props: Props) {
  const [search, setSearch] = useSearchParams();
  const [shared, setShared] = useState<Shared | null>(null);
  const [isUndone, setUndone] = useState(false);
  const navigationState: unknown = useHistoryState();
  const repeatedId = search.get(REPEAT_PARAM);
  const repeated = useQuery({ ...listingQuery(repeatedId ?? ''), enabled: repeatedId !== null });
  const onShared = (listing: Listing, draft: ShareDraft | null) => {
    setUndone(false);
    setShared({ listing, draft });
    if (repeatedId !== null) setSearch(withoutRepeat, { replace: true });
    markShared(listing.id);
  };
  const isSharedHere = shared !== null && isMarkedShared(navigationState, shared.listing.id);
  // Back returns to the form if the person went on to it, but to the confirmation after a look at the listing
  if (shared && repeatedId === null && !isSharedHere && !search.has(LISTING_PARAM)) setShared(null);
  if (shared && repeatedId === null && isSharedHere)
    return (
      <div className="flex flex-col gap-6">
        <SharedConfirmation
          listing={shared.listing}
          timeZone={props.timeZone}
          onAnother={() => setShared(null)}
          onUndone={() => {
            const storage = createShareDraftStorage(props.user.id);
            storage.load();
            storage.save(shared.draft);
            setUndone(true);
            setShared(null);
          }}
        />
        {props.renderCounter?.(() => setShared(null))}
      </div>
    );
  const common = { ...props, isUndone, onShared };
  if (repeatedId === null) return <ShareFormState key="new" {...common} repeated={null} />;
  if (repeated.isPending) return <Skeleton className="h-96 rounded-card" />;
  // Only the user's own listings can be shared again.
  const own = repeated.data?.donorId === props.user.id ? repeated.data : null;
  return (
    <div className="flex flex-col gap-3">
      {repeated.isError && <Notice tone="error" announce title={errorMessage(repeated.error)} />}
      <OtherEarlierListings earlier={props.earlier} />
      <ShareFormState key={repeatedId} {...common} repeated={own} />
    </div>
  );
}

function withoutRepeat(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(REPEAT_PARAM);
  return next;
}

type MountedForm = {
  readonly number: number;
  readonly draftStorage: ShareDraftStorage;
  readonly initial: InitialForm;
};

type FormStateProps = Omit<Props, 'earlier'> & {
  readonly repeated: Listing | null;
  /** The form comes back after sharing it was undone. */
  readonly isUndone: boolean;
  readonly onShared: (listing: Listing, draft: ShareDraft | null) => void;
};

/** Each reset mounts a new form (by its key), so that no state of the one before remains. */
function ShareFormState({
  user,
  setting,
  timeZone,
  renderCounter,
  repeated,
  isUndone,
  onShared,
  ...rest
}: FormStateProps) {
  const [search, setSearch] = useSearchParams();
  const mayShareInBulk = canShareInBulk(user);
  const requestedKind = mayShareInBulk ? parseKind(search.get(KIND_PARAM)) : false;

  const context = () => ({ place: user, nowMs: Date.now(), timeZone });
  const newStorage = () => createShareDraftStorage(user.id);
  const fresh = () =>
    emptyForm(requestedKind ?? (mayShareInBulk && user.organizationName !== null), context());
  const initialWith = (draft: ShareDraft | null, isBulk = requestedKind): InitialForm => {
    if (repeated && draft?.againId !== repeated.id)
      return formFromListing(repeated, mayShareInBulk, context(), draft);
    if (!draft) return fresh();
    const left = formFromDraft(draft, isBulk, context());
    return isUndone ? { ...left, notice: { kind: 'undone' } } : left;
  };

  const [mounted, setMounted] = useState((): MountedForm => {
    const draftStorage = newStorage();
    return { number: 0, draftStorage, initial: initialWith(draftStorage.load()) };
  });
  const remount = (draftStorage: ShareDraftStorage, initial: InitialForm) =>
    setMounted(({ number }) => ({ number: number + 1, draftStorage, initial }));
  const changeAddress = (change: (next: URLSearchParams) => void) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        change(next);
        return next;
      },
      { replace: true },
    );

  const reset = (draft: ShareDraft | null) => {
    mounted.draftStorage.discard();
    if (repeated) setSearch(withoutRepeat, { replace: true });
    const draftStorage = newStorage();
    draftStorage.load();
    remount(draftStorage, { ...fresh(), notice: { kind: 'reset', undo: draft } });
  };
  const undo = (draft: ShareDraft | null) => {
    mounted.draftStorage.discard();
    const draftStorage = newStorage();
    draftStorage.load();
    draftStorage.save(draft);
    // Without the listing in the address, the form mounts again with the saved draft.
    if (repeated) setSearch(withoutRepeat, { replace: true });
    else remount(draftStorage, draft ? { ...formFromDraft(draft, null, context()), notice: null } : fresh());
  };

  return (
    <ShareForm
      key={mounted.number}
      user={user}
      setting={setting}
      draftStorage={mounted.draftStorage}
      initial={mounted.initial}
      againId={repeated?.id ?? null}
      canShareInBulk={mayShareInBulk}
      counter={renderCounter?.(focusTitle)}
      openTimes={rest.openTimes}
      isReset={mounted.number > 0}
      onKind={(isBulk) => changeAddress((next) => next.set(KIND_PARAM, kindParam(isBulk)))}
      onReset={reset}
      onUndo={undo}
      onShared={onShared}
    />
  );
}
