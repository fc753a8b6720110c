import { Trans, useLingui } from '@lingui/react/macro';
import { Clock3, MapPin, Navigation, Users, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useListFocusRecovery } from '#web/lib/focus.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
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
      data-alert=""
      aria-labelledby={headingId}
      className="-mx-4 -mt-5 mb-5 border-b border-tomato bg-tomato-soft px-4 py-1 text-ink sm:-mx-6 sm:-mt-8 sm:mb-8 sm:px-6 wide:py-2 min-[81rem]:mx-0 min-[81rem]:-mt-4 min-[81rem]:rounded-control min-[81rem]:border min-[81rem]:px-4 min-[81rem]:py-1"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 wide:flex-nowrap">
        <div className="flex w-full items-center gap-2 wide:contents">
          <p
            id={headingId}
            ref={heading}
            tabIndex={-1}
            className="min-w-0 flex-1 font-sans text-sm/tight font-bold tracking-normal text-tomato-soft-ink outline-none wide:flex-none wide:text-base"
          >
            <span aria-hidden="true">🚨</span> <Trans>Emergency Food Requests Nearby</Trans>
          </p>
          {count > 0 && (
            <IconButton
              label={t`Dismiss all alerts`}
              icon={<X aria-hidden="true" />}
              className="-me-2.5 -mt-1.25 -mb-3.75 wide:order-last wide:-my-2.5"
              onClick={() => onDismiss(alerts)}
            />
          )}
        </div>
        {count > 0 && (
          <>
            <Counts alerts={alerts} headingId={headingId} />
            <div className="flex max-w-[calc(100%-3rem)] shrink-0 flex-wrap items-center gap-x-3 gap-y-2 wide:max-w-none">
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={listId}
                className={LINK}
                onClick={() => setOpen((was) => !was)}
              >
                {isOpen ? <Trans>Hide</Trans> : <Trans>View ({count})</Trans>}
              </button>
              <button type="button" aria-haspopup="dialog" className={LINK} onClick={onMap}>
                <Trans>View Map</Trans>
              </button>
              <button
                type="button"
                className="target-44 inline-flex min-h-7 items-center rounded-full bg-tomato px-3 text-sm font-semibold text-on-tomato hover:bg-tomato-hover"
                onClick={() => help(null)}
              >
                <Trans>Help Now</Trans>
              </button>
            </div>
          </>
        )}
      </div>
      {count > 0 && (
        <div id={listId} hidden={!isOpen} className="my-2 rounded-card bg-surface px-4 pb-3">
          <ul className="divide-y divide-line">
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
      )}
      {connectionError !== null && (
        <p className="flex items-start gap-2 py-1 text-sm text-tomato-soft-ink">
          <Clock3 aria-hidden="true" className="h-lh w-4 shrink-0" />
          <Trans>Emergency alerts may be delayed: {connectionError}</Trans>
        </p>
      )}
    </section>
  );
}

const LINK =
  'target-44 min-h-7 shrink-0 text-sm font-semibold text-tomato-soft-ink underline underline-offset-4';

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
    <output
      aria-labelledby={headingId}
      className="flex flex-auto flex-col items-end text-xs/tight font-semibold whitespace-nowrap text-tomato-soft-ink max-wide:order-last forced-colors:max-wide:pe-12 wide:flex-row wide:gap-x-2 wide:text-sm"
    >
      {emergencies > 0 && (
        <span>
          <Trans>{emergencies} Emergency</Trans>
        </span>
      )}
      {high > 0 && (
        <span>
          <Trans>{high} High Priority</Trans>
        </span>
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
        {/* no heading, as it stands before the page's own */}
        <p className="mt-1.5 font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </p>
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
