import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { MapSetting } from '#web/features/places/map-setting.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { oneListing } from './listings.queries.ts';
import { AGAIN, isBulkAt, KIND, kindAt, mayGiveBulk } from './share-address.ts';
import type { ShareDraft } from './share-draft.ts';
import { type DraftKeeper, makeDraftKeeper } from './share-draft-keeper.ts';
import { againOpening, freshOpening, keptOpening, type ShareOpening } from './share-opening.ts';
import { ShareForm } from './ShareForm.tsx';

type Props = {
  readonly user: User;
  readonly setting: MapSetting;
  /** The community's zone, whose days best-by dates count in. */
  readonly timeZone: string;
};

/** The share form, empty, as it was left, or filled in from the earlier listing that the address names. */
export function ShareDesk(props: Props) {
  const [search] = useSearchParams();
  const againId = search.get(AGAIN);
  const again = useQuery({ ...oneListing(againId ?? ''), enabled: againId !== null });
  if (againId === null) return <Desk key="new" {...props} again={null} />;
  if (again.isPending) return <Skeleton className="h-96 rounded-card" />;
  // Only what one has said oneself is said again.
  const own = again.data?.donorId === props.user.id ? again.data : null;
  return (
    <div className="flex flex-col gap-4">
      {again.isError && <Notice tone="error" announce title={sentenceOf(again.error)} />}
      <Desk key={againId} {...props} again={own} />
    </div>
  );
}

type Opened = { readonly number: number; readonly keeper: DraftKeeper; readonly opening: ShareOpening };

/** Each time the form opens anew it is another form, so that nothing of the one before lingers. */
function Desk({ user, setting, timeZone, again }: Props & { readonly again: Listing | null }) {
  const [search, setSearch] = useSearchParams();
  const mayBulk = mayGiveBulk(user);
  const asked = mayBulk ? isBulkAt(search.get(KIND)) : false;

  const basis = () => ({ place: user, nowMs: Date.now(), timeZone });
  const newKeeper = () =>
    makeDraftKeeper({ personId: user.id, storage: window.localStorage, nowMs: () => Date.now() });
  const fresh = () => freshOpening(asked ?? (mayBulk && user.organizationName !== null), basis());
  const openWith = (draft: ShareDraft | null, isBulk = asked): ShareOpening => {
    if (again && draft?.againId !== again.id) return againOpening(again, mayBulk, basis(), draft);
    return draft ? keptOpening(draft, isBulk, basis()) : fresh();
  };

  const [opened, setOpened] = useState((): Opened => {
    const keeper = newKeeper();
    return { number: 0, keeper, opening: openWith(keeper.read()) };
  });
  const reopen = (keeper: DraftKeeper, opening: ShareOpening) =>
    setOpened(({ number }) => ({ number: number + 1, keeper, opening }));
  const changeAddress = (change: (next: URLSearchParams) => void) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        change(next);
        return next;
      },
      { replace: true },
    );

  const startAfresh = (draft: ShareDraft | null) => {
    opened.keeper.forget();
    if (again) changeAddress((next) => next.delete(AGAIN));
    const keeper = newKeeper();
    keeper.read();
    reopen(keeper, { ...fresh(), note: { kind: 'fresh', undo: draft } });
  };
  const undo = (draft: ShareDraft | null) => {
    opened.keeper.forget();
    const keeper = newKeeper();
    keeper.read();
    keeper.keep(draft);
    // Without the listing in the address, the form opens with what is kept.
    if (again) changeAddress((next) => next.delete(AGAIN));
    else reopen(keeper, draft ? { ...keptOpening(draft, null, basis()), note: null } : fresh());
  };
  const takeOther = () => {
    const keeper = newKeeper();
    const draft = keeper.read();
    reopen(keeper, draft ? keptOpening(draft, mayBulk ? null : false, basis()) : fresh());
  };

  return (
    <ShareForm
      key={opened.number}
      user={user}
      setting={setting}
      keeper={opened.keeper}
      opening={opened.opening}
      againId={again?.id ?? null}
      mayGiveBulk={mayBulk}
      isReopened={opened.number > 0}
      onKind={(isBulk) => changeAddress((next) => next.set(KIND, kindAt(isBulk)))}
      onStartAfresh={startAfresh}
      onUndo={undo}
      onTakeOther={takeOther}
    />
  );
}
