import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { errorMessage } from '#web/lib/http-error.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { listingQuery } from '../listings.queries.ts';
import { REPEAT_PARAM, parseKind, KIND, kindParam, canDonateInBulk } from './share-url.ts';
import {
  emptyForm,
  formFromDraft,
  formFromListing,
  type InitialForm,
  type ShareDraft,
} from './share-draft.ts';
import { type DraftStorage, createDraftStorage } from './draft-storage.ts';
import { ShareForm } from './ShareForm.tsx';

type Props = {
  readonly user: User;
  readonly setting: MapSettings;
  /** The community's zone: best-by dates are days of this calendar. */
  readonly timeZone: string;
};

/** The share form: empty, restored from a draft, or filled in from the earlier listing in the address. */
export function SharePanel(props: Props) {
  const [search] = useSearchParams();
  const againId = search.get(REPEAT_PARAM);
  const again = useQuery({ ...listingQuery(againId ?? ''), enabled: againId !== null });
  if (againId === null) return <ShareFormState key="new" {...props} again={null} />;
  if (again.isPending) return <Skeleton className="h-96 rounded-card" />;
  // Only the user's own listings can be shared again.
  const own = again.data?.donorId === props.user.id ? again.data : null;
  return (
    <div className="flex flex-col gap-4">
      {again.isError && <Notice tone="error" announce title={errorMessage(again.error)} />}
      <ShareFormState key={againId} {...props} again={own} />
    </div>
  );
}

type MountedForm = {
  readonly number: number;
  readonly draftStorage: DraftStorage;
  readonly initial: InitialForm;
};

/** Each reset mounts a new form (by its key), so that no state of the one before remains. */
function ShareFormState({ user, setting, timeZone, again }: Props & { readonly repeated: Listing | null }) {
  const [search, setSearch] = useSearchParams();
  const mayBulk = canDonateInBulk(user);
  const asked = mayBulk ? parseKind(search.get(KIND)) : false;

  const basis = () => ({ place: user, nowMs: Date.now(), timeZone });
  const newStorage = () => createDraftStorage(user.id, () => Date.now());
  const fresh = () => emptyForm(asked ?? (mayBulk && user.organizationName !== null), basis());
  const initialWith = (draft: ShareDraft | null, isBulk = asked): InitialForm => {
    if (again && draft?.againId !== again.id) return formFromListing(again, mayBulk, basis(), draft);
    return draft ? formFromDraft(draft, isBulk, basis()) : fresh();
  };

  const [mounted, setMounted] = useState((): MountedForm => {
    const draftStorage = newStorage();
    return { number: 0, draftStorage, initial: initialWith(draftStorage.load()) };
  });
  const remount = (draftStorage: DraftStorage, initial: InitialForm) =>
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
    if (again) changeAddress((next) => next.delete(REPEAT_PARAM));
    const draftStorage = newStorage();
    draftStorage.load();
    remount(draftStorage, { ...fresh(), note: { kind: 'fresh', undo: draft } });
  };
  const undo = (draft: ShareDraft | null) => {
    mounted.draftStorage.discard();
    const draftStorage = newStorage();
    draftStorage.load();
    draftStorage.save(draft);
    // Without the listing in the address, the form mounts again with the saved draft.
    if (again) changeAddress((next) => next.delete(REPEAT_PARAM));
    else remount(draftStorage, draft ? { ...formFromDraft(draft, null, basis()), note: null } : fresh());
  };
  const useOtherDraft = () => {
    const draftStorage = newStorage();
    const draft = draftStorage.load();
    remount(draftStorage, draft ? formFromDraft(draft, mayBulk ? null : false, basis()) : fresh());
  };

  return (
    <ShareForm
      key={mounted.number}
      user={user}
      setting={setting}
      draftStorage={mounted.draftStorage}
      initial={mounted.initial}
      againId={again?.id ?? null}
      canDonateInBulk={mayBulk}
      isReset={mounted.number > 0}
      onKind={(isBulk) => changeAddress((next) => next.set(KIND, kindParam(isBulk)))}
      onReset={reset}
      onUndo={undo}
      onUseOther={useOtherDraft}
    />
  );
}
