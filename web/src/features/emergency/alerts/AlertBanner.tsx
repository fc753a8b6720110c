import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp, Clock3, MapIcon, MapPin, Navigation, Users, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useListFocusRecovery } from '#web/lib/use-focus-recovery.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { peopleLabel, requestDistanceLabel } from '../request-labels.ts';
import { RequestUrgencyBadge } from '../RequestUrgencyBadge.tsx';
import type { ShownAlert } from './alert-list.ts';

type Props = {
  /** Those not dismissed, most urgent first. */
  readonly alerts: readonly ShownAlert[];
  /** Why alerts may be delayed; null while the socket is connected. */
  readonly connectionError: string | null;
  /** Opens the requests, at this one if given. */
  readonly onHelp: (requestId: string | null) => void;
  readonly onMap: () => void;
  readonly onDismiss: (alerts: readonly ShownAlert[]) => void;
};

/** The requests near a donor, at the top of the page. */
export function AlertBanner({ alerts, connectionError, onHelp, onMap, onDismiss }: Props) {
  const headingId = useId();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const heading = useListFocusRecovery(alerts.map(({ id }) => id));
  const { t } = useLingui();
  const count = alerts.length;
  const help = (requestId: string | null) => {
    // The opened section shows more, and needs the space.
    setOpen(false);
    onHelp(requestId);
  };
  return (
    <section
      aria-labelledby={headingId}
      className="mb-5 rounded-card border border-tomato bg-surface p-4 text-ink shadow-card sm:p-5"
    >
      <div className="flex items-start gap-2">
        <h2
          id={headingId}
          ref={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 self-center text-lg outline-none"
        >
          <span aria-hidden="true">🚨</span> <Trans>Emergency Food Requests Nearby</Trans>
        </h2>
        {count > 0 && (
          <IconButton
            label={t`Dismiss all alerts`}
            icon={<X aria-hidden="true" />}
            className="-me-2 -mt-1.5"
            onClick={() => onDismiss(alerts)}
          />
        )}
      </div>
      {count > 0 && (
        <>
          <Counts alerts={alerts} headingId={headingId} />
          <div className="mt-3 flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:*:px-2.5 max-sm:[&_svg]:hidden">
            <Button onClick={() => help(null)}>
              <Trans>Help Now</Trans>
            </Button>
            <Button
              variant="secondary"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setOpen((was) => !was)}
            >
              {isOpen ? (
                <ChevronUp aria-hidden="true" className="size-5" />
              ) : (
                <ChevronDown aria-hidden="true" className="size-5" />
              )}
              {isOpen ? <Trans>Hide</Trans> : <Trans>View ({count})</Trans>}
            </Button>
            <Button variant="secondary" aria-haspopup="dialog" onClick={onMap}>
              <MapIcon aria-hidden="true" className="size-5" />
              <Trans>View Map</Trans>
            </Button>
          </div>
          <div id={listId} hidden={!isOpen} className="mt-4">
            <ul className="divide-y divide-line border-t border-line">
              {alerts.map((alert) => (
                <AlertRow
                  key={alert.id}
                  alert={alert}
                  onRespond={() => help(alert.id)}
                  onDismiss={() => onDismiss([alert])}
                />
              ))}
            </ul>
            <p className="border-t border-line pt-3 text-sm text-muted">
              <Trans>These requests expire in 24 hours; only shown to eligible donors in your area</Trans>
            </p>
          </div>
        </>
      )}
      {connectionError !== null && (
        <Notice tone="warning" className="mt-3">
          <Trans>Emergency alerts may be delayed: {connectionError}</Trans>
        </Notice>
      )}
    </section>
  );
}

/** The number of alerts by urgency, as a live region. */
function Counts({
  alerts,
  headingId,
}: {
  readonly alerts: readonly ShownAlert[];
  readonly headingId: string;
}) {
  const emergencies = alerts.filter(({ urgencyLevel }) => urgencyLevel === 'emergency').length;
  const high = alerts.length - emergencies;
  return (
    <output aria-labelledby={headingId} className="mt-2 flex flex-wrap gap-2">
      {emergencies > 0 && (
        <Badge tone="critical">
          <Trans>{emergencies} Emergency</Trans>
        </Badge>
      )}
      {high > 0 && (
        <Badge tone="urgent">
          <Trans>{high} High Priority</Trans>
        </Badge>
      )}
    </output>
  );
}

type RowProps = {
  readonly alert: ShownAlert;
  readonly onRespond: () => void;
  readonly onDismiss: () => void;
};

function AlertRow({ alert, onRespond, onDismiss }: RowProps) {
  const { t } = useLingui();
  const { title, distanceKm } = alert;
  return (
    <li className="flex flex-col gap-3 py-4 sm:flex-row sm:items-center">
      <div className="min-w-0 flex-1">
        <RequestUrgencyBadge urgency={alert.urgencyLevel} />
        <h3 className="mt-1.5 font-sans text-base font-semibold tracking-normal wrap-anywhere">
          <bdi>{title}</bdi>
        </h3>
        <ul className="mt-1 flex flex-wrap gap-x-3.5 gap-y-1 text-sm text-muted [&_li]:inline-flex [&_li]:items-center [&_li]:gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0">
          {distanceKm !== null && (
            <li>
              <Navigation aria-hidden="true" />
              {requestDistanceLabel(distanceKm)}
            </li>
          )}
          <li>
            <Users aria-hidden="true" />
            {peopleLabel(alert.householdSize)}
          </li>
          <li>
            <MapPin aria-hidden="true" />
            <bdi>{alert.pickupLocation}</bdi>
          </li>
          <li>
            <Clock3 aria-hidden="true" />
            <RelativeTime at={alert.createdAt} />
          </li>
        </ul>
      </div>
      <div className="flex items-center gap-2">
        <Button className="flex-1 sm:flex-none" aria-label={t`Respond to ${title}`} onClick={onRespond}>
          <Trans>Respond</Trans>
        </Button>
        <IconButton label={t`Dismiss ${title}`} icon={<X aria-hidden="true" />} onClick={onDismiss} />
      </div>
    </li>
  );
}
