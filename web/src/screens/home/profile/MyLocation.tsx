import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

/** The person's location, and a link to the sheet that changes it. */
export function MyLocation({ me }: { me: User }) {
  const known = me.latitude !== null;
  const isPublic = me.organizationName !== null;
  return (
    <Card as="section" aria-labelledby="my-place" className="flex flex-col gap-3">
      <h2 id="my-place" className="text-lg">
        <Trans>My location</Trans>
      </h2>
      <p className="text-muted">
        {isPublic && known ? (
          <Trans>Your business's address is public. Everyone can see where it is.</Trans>
        ) : isPublic ? (
          <Trans>Put your business on the map so people can see how far away it is.</Trans>
        ) : known && me.areaLabel ? (
          <Trans>
            Neighbors see <strong className="text-ink">{me.areaLabel}</strong>, never your address.
          </Trans>
        ) : known ? (
          <Trans>Neighbors see a point nearby, never your address.</Trans>
        ) : (
          <Trans>Set your location to see what's closest. No one sees your address.</Trans>
        )}
      </p>
      <LinkButton href={paths.location(paths.room('overview'))} variant={known ? 'secondary' : 'primary'}>
        {known ? <Trans>Change my location</Trans> : <Trans>Set my location</Trans>}
      </LinkButton>
    </Card>
  );
}
