import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { canShareInBulk } from '@openlarder/domain/listings/share-defaults.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { errorMessage } from '#web/lib/http-error.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { listingQuery } from '../listings.queries.ts';
import { createShareDraftStorage, type ShareDraftStorage } from './draft-storage.ts';
import { ShareForm } from './ShareForm.tsx';
import {
  emptyForm,
  formFromDraft,
  formFromListing,
  type InitialForm,
  type ShareDraft,
} from './share-draft.ts';
import { KIND_PARAM, kindParam, parseKind, REPEAT_PARAM } from './share-url.ts';

type Props = {
  readonly user: User;
  readonly setting: MapSettings;
  /** The community's zone: best-by dates are days of this calendar. */
  readonly timeZone: string;
  /** Stands above the form of a donation. */
  readonly counter?: ReactNode;
};

/** The share form: empty, restored from a draft, or filled in from the earlier listing in the address. */
export function SharePanel(props: Props) {
  const [search] = useSearchParams();
  const repeatedId = search.get(REPEAT_PARAM);
  const repeated = useQuery({ ...listingQuery(repeatedId ?? ''), enabled: repeatedId !== null });
  if (repeatedId === null) return <ShareFormState key="new" {...props} repeated={null} />;
  if (repeated.isPending) return <Skeleton className="h-96 rounded-card" />;
  // Only the user's own listings can be shared again.
  const own = repeated.data?.donorId === props.user.id ? repeated.data : null;
  return (
    <div className="flex flex-col gap-4">
      {repeated.isError && <Notice tone="error" announce title={errorMessage(repeated.error)} />}
      <ShareFormState key={repeatedId} {...props} repeated={own} />
    </div>
  );
}

type MountedForm = {
  readonly number: number;
  readonly draftStorage: ShareDraftStorage;
  readonly initial: InitialForm;
};

/** Each reset mounts a new form (by its key), so that no state of the one before remains. */
function ShareFormState({
  user,
  setting,
  timeZone,
  counter,
  repeated,
}: Props & { readonly repeated: Listing | null }) {
  const [search, setSearch] = useSearchParams();
  const mayShareInBulk = canShareInBulk(user);
  const requestedKind = mayShareInBulk ? parseKind(search.get(KIND_PARAM)) : false;

  const context = () => ({ place: user, nowMs: Date.now(), timeZone });
  const newStorage = () => createShareDraftStorage(user.id, () => Date.now());
  const fresh = () =>
    emptyForm(requestedKind ?? (mayShareInBulk && user.organizationName !== null), context());
  const initialWith = (draft: ShareDraft | null, isBulk = requestedKind): InitialForm => {
    if (repeated && draft?.againId !== repeated.id)
      return formFromListing(repeated, mayShareInBulk, context(), draft);
    return draft ? formFromDraft(draft, isBulk, context()) : fresh();
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
    if (repeated) changeAddress((next) => next.delete(REPEAT_PARAM));
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
    if (repeated) changeAddress((next) => next.delete(REPEAT_PARAM));
    else remount(draftStorage, draft ? { ...formFromDraft(draft, null, context()), notice: null } : fresh());
  };
  const takeOtherDraft = () => {
    const draftStorage = newStorage();
    const draft = draftStorage.load();
    remount(draftStorage, draft ? formFromDraft(draft, mayShareInBulk ? null : false, context()) : fresh());
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
      counter={counter}
      isReset={mounted.number > 0}
      onKind={(isBulk) => changeAddress((next) => next.set(KIND_PARAM, kindParam(isBulk)))}
      onReset={reset}
      onUndo={undo}
      onUseOther={takeOtherDraft}
    />
  );
}
