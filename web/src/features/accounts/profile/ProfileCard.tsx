import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { BadgeCheck, Building2, CalendarDays, KeyRound, Mail, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMonth } from '#web/lib/format.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { paths } from '#web/lib/paths.ts';
import { Link } from 'wouter';
import { hasPublicPlace } from '../current-user.ts';
import { organizationTypeName, personTypeLabel } from './person-labels.ts';

type ProfileCardProps = {
  me: User;
  name: string;
  initials: string;
  earned?: ReactNode;
  actions?: ReactNode;
};

function Fact({ icon, label, children }: { icon: ReactNode; label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3">
      <dt className="mt-0.5 text-muted [&_svg]:size-5">
        {icon}
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </div>
  );
}

export function ProfileCard({ me, name, initials, earned, actions }: ProfileCardProps) {
  const place = me.location ?? me.areaLabel;
  const isOnMap = me.latitude !== null;
  return (
    <Card as="section" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-4">
        <PersonAvatar
          person={{ id: me.id, initials, organizationName: me.organizationName }}
          showsInitials
          size="large"
        />
        <div className="min-w-0 flex-[1_1_9rem]">
          <h2 className="text-xl wrap-anywhere">
            <bdi translate="no">{name}</bdi>
          </h2>
          <p className="text-muted">{personTypeLabel(me)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {me.isAdmin && (
          <Badge tone="brand" icon={<KeyRound />}>
            <Trans>Organizer</Trans>
          </Badge>
        )}
        {me.verified && (
          <Badge tone="info" icon={<BadgeCheck />}>
            <Trans>Verified</Trans>
          </Badge>
        )}
        {me.organizationName && (
          <Badge tone="fresh" icon={<Building2 />}>
            <Trans>Business Partner</Trans>
          </Badge>
        )}
        {earned}
      </div>
      {me.organizationName && (
        <p className="-mt-3 text-sm text-muted">
          {me.verified ? (
            <Trans>Verified: the organizers of this community have checked who you are.</Trans>
          ) : (
            <Trans>The organizers of this community can verify you once they have checked who you are.</Trans>
          )}
        </p>
      )}
      <dl className="flex flex-col gap-2.5">
        <Fact icon={<CalendarDays />} label={<Trans>Member since</Trans>}>
          <Trans>Member since {formatMonth(me.createdAt)}</Trans>
        </Fact>
        {me.organizationName && (
          <Fact icon={<Building2 />} label={<Trans>Organization</Trans>}>
            <bdi translate="no">{me.organizationName}</bdi>
            {me.organizationType && (
              <span className="block text-sm text-muted">{organizationTypeName(me.organizationType)}</span>
            )}
          </Fact>
        )}
        {(place || isOnMap) && (
          <Fact icon={<MapPin />} label={<Trans>Location</Trans>}>
            {place}
            <span className="block text-sm text-muted">
              <WhoSeesPlace me={me} />
            </span>
            {isOnMap && (
              <Link
                href={paths.location(paths.profileSection('overview'))}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                <Trans>Change my location</Trans>
              </Link>
            )}
          </Fact>
        )}
        <Fact icon={<Mail />} label={<Trans>Email</Trans>}>
          <span translate="no">{me.email}</span>
          <span className="block text-sm text-muted">
            <Trans>Only you see this.</Trans>
          </span>
        </Fact>
      </dl>
      {actions}
    </Card>
  );
}

function WhoSeesPlace({ me }: { readonly me: User }) {
  const { areaLabel } = me;
  if (hasPublicPlace(me)) return <Trans>Everyone here sees this.</Trans>;
  if (me.organizationName !== null && areaLabel !== null)
    return <Trans>Everyone here sees only {areaLabel} until an organizer has verified your business.</Trans>;
  if (me.latitude === null) return <Trans>Only you see this.</Trans>;
  return areaLabel === null ? (
    <Trans>Neighbors see a point nearby, never your address.</Trans>
  ) : (
    <Trans>
      Neighbors see <strong className="text-ink">{areaLabel}</strong>, never your address.
    </Trans>
  );
}
