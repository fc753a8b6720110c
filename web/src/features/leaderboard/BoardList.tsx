import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import { displayName, initials } from '@openlarder/domain/accounts/person-names.ts';
import { Award, Crown, type LucideIcon, Medal } from 'lucide-react';
import { formatNumber } from '#web/lib/format.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LevelIcon, titleName } from '#web/features/recognition/level-labels.tsx';
import type { BoardRow } from './leaderboard.queries.ts';

/** What the points of a board count. */
export type PointsKind = 'monthly' | 'total';

type ListProps = {
  readonly rows: readonly BoardRow[];
  readonly kind: PointsKind;
  readonly meId: string;
  readonly label: string;
};

const FRAME = 'overflow-hidden rounded-card bg-surface shadow-card';

export function BoardList({ rows, kind, meId, label }: ListProps) {
  return (
    <ol aria-label={label} className={FRAME}>
      {rows.map((row, nth) => (
        <Row key={row.user.id} row={row} kind={kind} isMe={row.user.id === meId} saysKind={nth === 0} />
      ))}
    </ol>
  );
}

/** One's own row, where it is not in the list. */
export function OwnRow({ row, kind }: { readonly row: BoardRow; readonly kind: PointsKind }) {
  return (
    <ul aria-label={t`Your place`} className={FRAME}>
      <Row row={row} kind={kind} isMe saysKind />
    </ul>
  );
}

type RowProps = {
  readonly row: BoardRow;
  readonly kind: PointsKind;
  readonly isMe: boolean;
  /** Whether eyes read what the points count; all others hear it only. */
  readonly saysKind: boolean;
};

function Row({ row: { rank, points, user }, kind, isMe, saysKind }: RowProps) {
  const { level } = user;
  return (
    <li
      data-me={isMe || undefined}
      className={classNames(
        'flex min-h-16 flex-wrap items-center gap-x-2 gap-y-1 border-b px-2.5 py-2 last:border-b-0 sm:gap-x-3 sm:px-5',
        isMe && 'edge bg-brand-soft text-brand-soft-ink',
      )}
    >
      <Rank rank={rank} />
      <PersonAvatar
        person={{ id: user.id, initials: initials(user), organizationName: user.organizationName }}
        showsInitials
        className="size-[min(2.5rem,44px)]! text-[length:min(0.875rem,16px)]!"
      />
      <div className="min-w-0 flex-1 basis-[8rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-semibold">
          <bdi translate="no" className="min-w-0 wrap-anywhere">
            {displayName(user)}
          </bdi>
          {isMe && (
            <Badge tone="brand" className="px-2! py-0.5! text-xs!">
              <Trans>You</Trans>
            </Badge>
          )}
          <TypeBadge userType={user.userType} isOrganization={Boolean(user.organizationName)} />
        </p>
        <p className={classNames('flex items-center gap-1 text-sm', isMe ? '' : 'text-muted')}>
          <LevelIcon level={level} className="size-4 shrink-0 text-plum" />
          <span className="sr-only">
            <Trans>Level {level}</Trans>
          </span>
          <span aria-hidden="true" className="font-semibold text-plum">
            {level}
          </span>
          <span>{titleName(user.title)}</span>
        </p>
      </div>
      <p className="ms-auto text-end leading-tight">
        <span className="block text-lg font-semibold tabular-nums">{formatNumber(points)}</span>
        <span className={saysKind ? classNames('block text-sm', isMe ? '' : 'text-muted') : 'sr-only'}>
          <span className="sr-only">
            <Plural value={points} one="point" other="points" />{' '}
          </span>
          {kind === 'monthly' ? <Trans>monthly</Trans> : <Trans>total</Trans>}
        </span>
      </p>
    </li>
  );
}

/** Gold, silver and bronze: the shapes differ, too. */
const RANK_ICONS: readonly (readonly [LucideIcon, string])[] = [
  [Crown, 'bg-mango text-mango-ink'],
  [Medal, 'bg-plate-stone text-ink'],
  [Award, 'bg-plate-clay text-ink'],
];

function Rank({ rank }: { readonly rank: number }) {
  const [Icon, tint] = RANK_ICONS[rank - 1] ?? [];
  if (Icon)
    return (
      <span
        data-rank-icon={rank}
        className={classNames(
          'inline-flex size-[min(2rem,40px)] shrink-0 items-center justify-center rounded-full forced-colors:border',
          tint,
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
        <span className="sr-only">#{rank}</span>
      </span>
    );
  return (
    <span className="min-w-[min(2rem,40px)] shrink-0 text-center font-semibold tabular-nums">
      {rank === 0 ? (
        <>
          <span aria-hidden="true">–</span>
          <span className="sr-only">
            <Trans>No rank</Trans>
          </span>
        </>
      ) : (
        `#${formatNumber(rank)}`
      )}
    </span>
  );
}

function TypeBadge({
  userType,
  isOrganization,
}: {
  readonly userType: UserType;
  readonly isOrganization: boolean;
}) {
  return (
    <Badge className="px-2! py-0.5! text-xs!">
      {isOrganization ? (
        <Trans>Business Partner</Trans>
      ) : userType === 'donor' ? (
        <Trans>Donor</Trans>
      ) : userType === 'volunteer' ? (
        <Trans>Volunteer</Trans>
      ) : (
        <Trans>Community Member</Trans>
      )}
    </Badge>
  );
}
