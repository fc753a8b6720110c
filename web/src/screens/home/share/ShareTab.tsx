import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  defaultPickupWhileOpen,
  openPart,
  pickupWhileOpen,
} from '@openlarder/domain/partners/opening-hours.ts';
import { Link } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { ownListingsQuery } from '#web/features/claims/claims.queries.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { ShareAgainButton } from '#web/features/listings/share/ShareAgain.tsx';
import { SharePanel } from '#web/features/listings/share/SharePanel.tsx';
import { BusinessCounter } from '#web/features/claims/counter/BusinessCounter.tsx';
import { openingHoursQuery, surplusQuestionsQuery } from '#web/features/partners/partners.queries.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Optional } from '#web/ui/ErrorBoundary.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { PickupChoice } from '@openlarder/domain/listings/share-defaults.ts';

const SurplusQuestions = lazyPart(
  async () => (await import('#web/features/partners/surplus/SurplusQuestions.tsx')).SurplusQuestions,
);
const BoardVisibilityPrompt = lazyPart(
  async () => (await import('#web/features/leaderboard/BoardVisibility.tsx')).BoardVisibilityPrompt,
);

export function ShareTab() {
  const me = useCurrentUser();
  const community = useCommunity();
  // optional: without an answer there is nothing to share again
  const { data: earlier = [] } = useQuery(ownListingsQuery(me.id));
  const isPartner = me.organizationName !== null;
  // optional: without an answer there are the specified times
  const { data: opening } = useQuery({ ...openingHoursQuery, enabled: isPartner });
  const { data: questions = [] } = useQuery({ ...surplusQuestionsQuery, enabled: isPartner });
  const hours = opening?.hours ?? [];
  const timeZone = community?.timeZone;
  const openTimes =
    hours.length > 0 && timeZone !== undefined
      ? {
          defaultAt: (atMs: number) => defaultPickupWhileOpen(hours, atMs, timeZone),
          nextAt: (atMs: number) => pickupWhileOpen(hours, atMs, timeZone),
          partOf: (window: PickupChoice, shortestMs?: number) =>
            openPart(window, hours, timeZone, shortestMs),
        }
      : undefined;
  return (
    <div
      className={classNames(
        'mx-auto flex max-w-2xl flex-col gap-1 max-sm:-mt-4 sm:gap-4',
        // the counter stands beside the form
        isPartner && 'wide:max-w-[68rem]',
      )}
    >
      <PageHeading
        // a business shares its last table again at the counter
        action={me.organizationName === null && <ShareAgainButton earlier={earlier} />}
        below={
          <span className="max-sm:hidden">
            <Trans>A photo, a few words, a pickup time. A neighbor will love it.</Trans>
          </span>
        }
      >
        <Trans>Share Food</Trans>
      </PageHeading>
      {me.userType === 'donor' && !isPartner && earlier.length === 0 && (
        <p className="text-sm">
          <Trans>
            Sharing for a restaurant or shop?{' '}
            <Link
              href={paths.registerBusiness}
              className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
            >
              Register as Business
            </Link>
          </Trans>
        </p>
      )}
      {community && questions.length > 0 && (
        <Optional fallback={<Skeleton className="h-56 rounded-card" />}>
          <div className="max-w-2xl">
            <SurplusQuestions timeZone={community.timeZone} />
          </div>
        </Optional>
      )}
      {community ? (
        <SharePanel
          user={me}
          setting={community}
          timeZone={community.timeZone}
          earlier={earlier}
          renderCounter={
            isPartner
              ? (onNewDonation) => (
                  <div className="flex flex-col gap-6">
                    <BusinessCounter
                      personId={me.id}
                      timeZone={community.timeZone}
                      askedAbout={questions.map(({ title }) => title)}
                      onNewDonation={onNewDonation}
                    />
                    <Link
                      href={paths.profileSection('settings')}
                      className="min-h-11 content-center self-start rounded-small font-semibold text-brand underline underline-offset-4"
                    >
                      <Trans>Recurring surplus, hours, poster</Trans>
                    </Link>
                  </div>
                )
              : undefined
          }
          openTimes={openTimes}
        />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
      {me.userType === 'recipient' && earlier.length === 1 && (
        <Optional>
          <div className="mt-4 empty:hidden">
            <BoardVisibilityPrompt me={me} />
          </div>
        </Optional>
      )}
    </div>
  );
}
