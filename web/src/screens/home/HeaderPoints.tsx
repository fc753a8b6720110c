import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { userStatsQuery } from '#web/features/recognition/recognition.queries.ts';
import {
  AvatarRing,
  PointsLine,
  PointsSummary,
  summaryLabel,
  titleAndRank,
} from '#web/features/recognition/summary/PointsSummary.tsx';
import { RecognitionToasts } from '#web/features/recognition/toasts/RecognitionToasts.tsx';
import { paths } from '#web/lib/paths.ts';
import { useMediaQuery } from '#web/lib/browser-state.ts';
import { Card } from '#web/ui/Card.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { useHidesPoints } from './use-hides-points.ts';

/** Room for level, points and badges in words beside the navigation. */
const HAS_ROOM = '(min-width: 85rem)';

/** The person's figures; null until they have loaded, and where points are hidden. */
function useShownStats() {
  const stats = useQuery(userStatsQuery()).data;
  const isPlain = useHidesPoints();
  return stats && !isPlain ? stats : null;
}

/** Level, points and badges in the header of a wide screen, with title and rank on hover, focus and press. */
export function HeaderPoints() {
  const me = useCurrentUser();
  const isQuiet = useHidesPoints();
  const stats = useShownStats();
  const hasRoom = useMediaQuery(HAS_ROOM);
  return (
    <>
      <RecognitionToasts personId={me.id} isQuiet={isQuiet} />
      {stats && hasRoom && (
        <Tooltip place="below" opensOnPress text={titleAndRank(stats)}>
          <button
            type="button"
            aria-label={`${summaryLabel(stats)}. ${titleAndRank(stats)}`}
            className="min-h-11 rounded-control px-2.5 hover:bg-plum-soft"
          >
            <PointsSummary stats={stats} />
          </button>
        </Tooltip>
      )}
    </>
  );
}

/** The ring around the avatar, everywhere else. */
export function AvatarPoints() {
  const stats = useShownStats();
  const hasRoom = useMediaQuery(HAS_ROOM);
  return stats && !hasRoom ? <AvatarRing stats={stats} /> : null;
}

/** Title and rank, in the avatar's tooltip. */
export function AvatarTip({ name }: { readonly name: string }) {
  const stats = useShownStats();
  return (
    <>
      <bdi translate="no">{name}</bdi>
      {stats && <span className="block">{titleAndRank(stats)}</span>}
    </>
  );
}

/** The full line on the profile, where the header has no room for it; leads to the boards. */
export function ProfilePoints() {
  const stats = useShownStats();
  const hasRoom = useMediaQuery(HAS_ROOM);
  if (!stats || hasRoom) return null;
  return (
    <Link href={paths.tab('leaderboard')}>
      <Card>
        <PointsLine stats={stats} />
      </Card>
    </Link>
  );
}
