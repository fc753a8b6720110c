import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { ExternalLink, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';

export function RevealedAddressNote({ request }: { readonly request: EmergencyRequest }) {
  const name = request.match?.helper.displayName ?? '';
  return (
    <At>
      <span className="text-sm text-muted">
        {request.placeShared ? (
          <Trans>
            {name} can see your address: “{request.pickupLocation}”.
          </Trans>
        ) : request.meetingPoint ? (
          <Trans>
            {name} can see where to meet: “{request.meetingPoint}”.
          </Trans>
        ) : (
          <Trans>{name} only knows roughly where you are.</Trans>
        )}
      </span>
    </At>
  );
}

export const isMeetingPlaceKnown = ({ placeShared, meetingPoint }: EmergencyRequest): boolean =>
  placeShared || meetingPoint !== null;

/** For the helper: where to go, as far as it is revealed. `name` is the requester's. */
export function MeetingPlace({
  request,
  name,
}: {
  readonly request: EmergencyRequest;
  readonly name: string;
}) {
  const { placeShared, meetingPoint, pickupLocation } = request;
  return (
    <At>
      {meetingPoint !== null && (
        <p>
          <Trans>
            Meet here: <strong className="font-semibold wrap-anywhere">{meetingPoint}</strong>
          </Trans>
        </p>
      )}
      {placeShared && (
        <>
          <p className="font-semibold wrap-anywhere">
            <bdi translate="no">{pickupLocation}</bdi>
          </p>
          {request.latitude !== null && request.longitude !== null && (
            <a
              href={mapAddress(request.latitude, request.longitude)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand underline underline-offset-4"
            >
              <ExternalLink className="size-4" />
              <span>
                <Trans>See it on a map</Trans>
                <span className="sr-only">
                  <Trans>, opens in a new tab</Trans>
                </span>
              </span>
            </a>
          )}
          <p className="text-sm text-muted">
            <Trans>Only you can see this. Please keep it to yourself.</Trans>
          </p>
        </>
      )}
      {!isMeetingPlaceKnown(request) && (
        <>
          <p className="font-semibold">
            <bdi translate="no">{pickupLocation}</bdi>
          </p>
          <p className="text-sm text-muted">
            <Trans>
              You'll see the address, or where to meet, once {{ name: nameInSentence(name) }} shares it.
            </Trans>
          </p>
        </>
      )}
    </At>
  );
}

/** A link to an external map, which gets the position only when it is opened. */
function mapAddress(latitude: number, longitude: number): string {
  const at = `${latitude.toFixed(5)}/${longitude.toFixed(5)}`;
  return `https://www.openstreetmap.org/?mlat=${latitude.toFixed(5)}&mlon=${longitude.toFixed(5)}#map=17/${at}`;
}

function At({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <MapPin className="h-lh w-4 shrink-0 text-muted" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
