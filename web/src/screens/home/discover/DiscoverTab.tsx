import { Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { isOpenRequest } from '#web/features/emergency/requests/request-actions.ts';
import { myClaimsQuery } from '#web/features/claims/claims.queries.ts';
import { ClaimCardAction } from '#web/features/claims/create/ClaimCardAction.tsx';
import {
  AreaNotice,
  FeedCount,
  FreshNotice,
  GiverChip,
  LeftOutWords,
  NeedsNotice,
} from '#web/features/listings/feed/FeedSummary.tsx';
import { Feed } from '#web/features/listings/feed/Feed.tsx';
import { FeedFilters } from '#web/features/listings/search/FeedFilters.tsx';
import {
  areaParam,
  type ChangeFilter,
  clearFilters,
  countFilters,
  type FeedFilter,
  keptPart,
  useFeedFilter,
  useFeedPath,
} from '#web/features/listings/search/feed-filter.ts';
import { SearchField } from '#web/features/listings/search/SearchField.tsx';
import { type FeedPage, feedQuery } from '#web/features/listings/listings.queries.ts';
import { useAddress } from '#web/lib/address.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { savedScrollPosition } from '#web/lib/scroll-restoration.ts';
import { paths } from '#web/lib/paths.ts';
import { createStore } from '#web/lib/store.ts';
import { scrollBehavior, useIsWide } from '#web/lib/browser-state.ts';
import { Optional } from '#web/ui/ErrorBoundary.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { DiscoverMap, SkipToMap } from './DiscoverMap.tsx';
import { Hero } from './Hero.tsx';
import { HomeAd } from './HomeAd.tsx';
import { SideBlocks } from './SideBlocks.tsx';
import { useMapSheet } from './use-map-sheet.ts';

/** New results start at their top, not at the previous scroll position. */
function showBeginning(food: HTMLElement | null): void {
  if (food && food.getBoundingClientRect().top < 0) food.scrollIntoView();
}

/** Focuses the heading where the pressed control disappears or moves. */
const focusHeading = (food: HTMLElement | null): void =>
  food?.querySelector('h1')?.focus({ preventScroll: true });

function showFeed(food: HTMLElement | null): void {
  food?.scrollIntoView({ behavior: scrollBehavior() });
  focusHeading(food);
}

/**
 * An area may be chosen on the full-screen map too, and a search made in the header. After Back, the stored scroll
 * position applies.
 */
function useBeginningOfSearch({ area, q }: FeedFilter, food: RefObject<HTMLElement | null>): void {
  const search = `${area ? areaParam(area) : ''} ${q}`;
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    if (!savedScrollPosition()) showBeginning(food.current);
  }, [search, food]);
}

const claimAction = (listing: Listing, isGone: boolean) => (
  <ClaimCardAction listing={listing} isGone={isGone} />
);

const inlineAd = (nth: number) => <HomeAd location="discover" nth={nth} />;

/** The link to one giver's food is inside the list that it replaces: the focus moves to the new list. */
function useBeginningOfGiver({ donorId }: FeedFilter, food: RefObject<HTMLElement | null>): void {
  const shown = useRef(donorId);
  useEffect(() => {
    if (shown.current === donorId) return;
    shown.current = donorId;
    if (donorId === null || savedScrollPosition()) return;
    showBeginning(food.current);
    focusHeading(food.current);
  }, [donorId, food]);
}

type Props = {
  /** Shown under the map where that is beside the food. */
  readonly beneathMap?: ReactNode;
};

export function DiscoverTab({ beneathMap }: Props) {
  const { t } = useLingui();
  const me = useCurrentUser();
  const [filter, changeFilter] = useFeedFilter();
  const emergencies = useEmergenciesFilter(me);
  const food = useRef<HTMLDivElement>(null);
  const [newsSlot] = useState(() => createStore<HTMLElement | null>(null));
  // loaded by the status of one's own request, above every tab
  const { data: mine = [] } = useQuery({ ...myRequestsQuery, enabled: false });
  const { data: claims } = useQuery(myClaimsQuery);
  const claimedIds = useMemo(
    () => new Set(claims?.filter(({ status }) => status === 'open').map(({ listing }) => listing.id)),
    [claims],
  );
  const page = useInfiniteQuery(feedQuery(filter)).data?.pages[0];
  const isWide = useIsWide();
  const map = useMapSheet();
  const lookFor: ChangeFilter = (next, options) => {
    changeFilter(next, options);
    showBeginning(food.current);
  };
  /** The same from a button that disappears with what it clears. */
  const startOver = (next: FeedFilter) => {
    lookFor(next);
    focusHeading(food.current);
  };
  const latestLookFor = useRef(lookFor);
  useEffect(() => {
    latestLookFor.current = lookFor;
  });
  const cleared = clearFilters(filter, me.diets);
  const clear = () => {
    startOver(cleared);
    toast({
      title: t`Filters cleared`,
      action: { label: t`Undo`, onSelect: () => latestLookFor.current(filter) },
    });
  };
  useBeginningOfSearch(filter, food);
  useBeginningOfGiver(filter, food);
  const hero = (
    <Hero
      onFind={() => {
        // without Back, which would scroll
        changeFilter(keptPart(filter), { replace: filter.q !== '' });
        showFeed(food.current);
      }}
    />
  );
  const first = (
    <>
      <HomeAd location="layout-header" />
      {hero}
    </>
  );
  const blocks = (
    <SideBlocks isVolunteer={me.userType === 'volunteer'} isFolded={!isWide} onViewFullMap={map.open} />
  );
  return (
    <div
      ref={food}
      className="-mt-4 scroll-mt-20 sm:-mt-4 wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(24rem,38%)] wide:gap-5"
    >
      <div className="flex min-w-0 flex-col gap-1 max-sm:gap-0.5 wide:gap-3">
        {isWide && <SkipToMap />}
        <PageHeading
          beside={!emergencies.isShown && <FeedCount page={page} />}
          action={
            <HeadingActions
              place={<Place me={me} under={useFeedPath(filter)} />}
              // an empty feed has its own
              clear={countFilters(filter) > countFilters(cleared) && page?.totalCount !== 0 ? clear : null}
              asksForFood={me.userType !== 'donor' && !mine.some(isOpenRequest)}
            >
              {isWide && (
                <div className="w-52">
                  <SearchField q={filter.q} onSearch={(q) => lookFor({ ...filter, q })} />
                </div>
              )}
            </HeadingActions>
          }
        >
          {emergencies.isShown ? <Trans>Neighbors Who Need Food</Trans> : <Trans>Food Near You</Trans>}
        </PageHeading>
        <FeedFilters
          filter={filter}
          me={me}
          onChange={lookFor}
          newsSlot={newsSlot.set}
          instead={
            emergencies.areOffered
              ? {
                  label: t`Emergencies`,
                  isShown: emergencies.isShown,
                  onShow: () => {
                    emergencies.show();
                    showBeginning(food.current);
                  },
                }
              : undefined
          }
        />
        {/* where the skip link leads */}
        <div
          id="food"
          tabIndex={-1}
          className="flex flex-col gap-1.5 rounded-card scroll-mt-[calc(var(--header-bar)+3.5rem)] wide:gap-3"
        >
          {emergencies.isShown ? (
            <>
              <LazyActiveRequests requestId={emergencies.requestId} />
              {hero}
            </>
          ) : (
            <>
              {filter.donorId && (
                <Giver
                  id={filter.donorId}
                  page={page}
                  onEveryone={() => startOver({ ...filter, donorId: null })}
                />
              )}
              <NeedsNotice filter={filter} me={me} onChange={startOver} />
              {filter.freshness === 'fresh' && <FreshNotice />}
              <LeftOutWords page={page} />
              {filter.area && <AreaNotice onEverywhere={() => startOver({ ...filter, area: null })} />}
              <Feed
                filter={filter}
                onFilter={startOver}
                me={me}
                claimedIds={claimedIds}
                renderAction={claimAction}
                newsSlot={newsSlot}
                afterEveryFourth={inlineAd}
                below={
                  // what a person needs next is food
                  isWide ? null : (
                    <div className="flex flex-col gap-3">
                      {first}
                      {blocks}
                    </div>
                  )
                }
                emptyAction={
                  <>
                    <LinkButton href={paths.tab('share')}>
                      <Trans>Share Food</Trans>
                    </LinkButton>
                    {me.isAdmin && (
                      <Suspense>
                        <div className="mt-4 w-full">
                          <InviteNeighbors isFirst />
                        </div>
                      </Suspense>
                    )}
                  </>
                }
              />
            </>
          )}
        </div>
      </div>
      {isWide && (
        <DiscoverMap
          filter={filter}
          me={me}
          onArea={(area) => lookFor({ ...filter, area })}
          onShowFeed={() => showFeed(food.current)}
          first={first}
          blocks={!emergencies.isShown && blocks}
          beneath={beneathMap}
        />
      )}
    </div>
  );
}

const InviteNeighbors = lazyPart(
  async () => (await import('#web/features/partners/poster/InviteNeighbors.tsx')).InviteNeighbors,
);

const PartnerHead = lazyPart(
  async () => (await import('#web/features/partners/hours/PartnerHours.tsx')).PartnerHead,
);

type GiverProps = {
  readonly id: string;
  readonly page: FeedPage | undefined;
  readonly onEveryone: () => void;
};

/** The giver whose food is shown: for an organization its name, address and hours, for others the name. */
function Giver({ id, page, onEveryone }: GiverProps) {
  const chip = <GiverChip page={page} onEveryone={onEveryone} />;
  return (
    <Optional fallback={chip}>
      <PartnerHead
        id={id}
        isEmpty={
          page?.filter.donorId === id && countFilters(page.filter) === 1 ? page.totalCount === 0 : undefined
        }
        onEveryone={onEveryone}
        otherwise={chip}
      />
    </Optional>
  );
}

type HeadingActionsProps = {
  readonly place: ReactNode;
  /** Removes the chosen filters; null if there are none. */
  readonly clear: (() => void) | null;
  readonly asksForFood: boolean;
  readonly children: ReactNode;
};

/** The place, the way to ask for food or to clear the filters, and the search of wide screens. */
function HeadingActions({ place, clear, asksForFood, children }: HeadingActionsProps) {
  return (
    <div className="flex flex-auto flex-wrap items-center gap-x-4 max-[22.4rem]:gap-x-2 max-wide:justify-between">
      <span className="me-auto">{place}</span>
      {clear && (
        <button type="button" className={QUIET} onClick={clear}>
          <Trans>Clear Filters</Trans>
        </button>
      )}
      {asksForFood && (
        <Link href={paths.askForFood} className={QUIET}>
          <Trans>Need food now?</Trans>
        </Link>
      )}
      {children}
    </div>
  );
}

const QUIET =
  'target-44 inline-flex min-h-7 wide:min-h-9 items-center rounded-small text-sm max-[22.4rem]:text-xs font-semibold underline decoration-control underline-offset-4 hover:decoration-current';

type PlaceProps = { readonly me: Pick<User, 'latitude' | 'areaLabel'>; readonly under: string };

/** Around which place food is near, or the way to set one; the sheet opens over the feed. */
function Place({ me, under }: PlaceProps) {
  const { t } = useLingui();
  const isSet = me.latitude !== null;
  const name = me.areaLabel ?? t`My location`;
  return (
    <Link
      href={paths.location(under)}
      className={`${QUIET} gap-1`}
      aria-label={isSet ? t`${name}, change my location` : undefined}
    >
      {isSet ? <bdi translate="no">{name}</bdi> : <Trans>Set my location</Trans>}
      {isSet && <ChevronDown className="size-4 shrink-0" />}
    </Link>
  );
}

const ActiveRequests = lazyPart(
  async () => (await import('#web/features/emergency/matching/ActiveRequests.tsx')).ActiveRequests,
);

function LazyActiveRequests({ requestId }: { readonly requestId: string | null }) {
  return (
    <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
      <ActiveRequests me={useCurrentUser()} requestId={requestId} />
    </Suspense>
  );
}

/**
 * The Emergencies filter of donors, kept in the address: whether it is on, and which request is open.
 */
function useEmergenciesFilter(me: Pick<User, 'userType'>) {
  const [{ filter, request: requestId }] = useAddress();
  const [, navigate] = useLocation();
  const areOffered = me.userType === 'donor';
  const isShown = areOffered && filter === 'emergencies';
  return {
    areOffered,
    isShown,
    requestId,
    show: () => navigate(paths.emergencies),
  };
}
