import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Clock3, HandHeart, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useListFocusRecovery } from '#web/lib/focus.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { formatKilometers } from '#web/lib/distances.ts';
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

export function AlertBanner({ alerts, connectionError, onHelp, onMap, onDismiss }: Props) {
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
      aria-label={t`Emergency Food Requests Nearby`}
      className="-mx-4 -mt-5 mb-5 border-b bg-sunken px-4 text-ink sm:-mx-6 sm:-mt-8 sm:mb-8 sm:px-6 min-[81rem]:mx-0 min-[81rem]:-mt-4 min-[81rem]:rounded-control min-[81rem]:border min-[81rem]:px-4"
    >
      {count > 0 && (
        <div className="flex min-h-11 flex-wrap items-center gap-x-3">
          <p
            ref={heading}
            tabIndex={-1}
            className="flex min-w-0 flex-[1_1_8rem] items-center gap-2 py-1 text-sm/tight font-semibold outline-none wide:text-base"
          >
            <HandHeart className="size-5 shrink-0 text-brand max-sm:hidden" />
            <output>
              <Plural
                value={count}
                one="A neighbor near you needs food. Can you help?"
                other="# neighbors near you need food. Can you help?"
              />
            </output>
          </p>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            className={LINK}
            onClick={() => setOpen((was) => !was)}
          >
            {isOpen ? <Trans>Hide</Trans> : <Trans>View ({count})</Trans>}
          </button>
          <HelpNow className="max-[24rem]:hidden" onHelp={() => help(null)} />
        </div>
      )}
      {count > 0 && (
        <div id={listId} hidden={!isOpen} className="mb-2 rounded-card bg-surface px-4 pb-3">
          <div className="flex items-center gap-x-3 pt-1">
            <Title className="min-w-0 flex-1" />
            <IconButton
              label={t`Dismiss all alerts`}
              icon={<X />}
              className="-me-2.5"
              onClick={() => onDismiss(alerts)}
            />
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2">
            <Counts alerts={alerts} />
            <HelpNow className="min-[24rem]:hidden" onHelp={() => help(null)} />
            <button type="button" aria-haspopup="dialog" className={`ms-auto ${LINK}`} onClick={onMap}>
              <Trans>View Map</Trans>
            </button>
          </div>
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
        <>
          {count === 0 && <Title className="pt-2" />}
          <p className="flex items-start gap-2 py-1 text-sm text-muted">
            <Clock3 className="h-lh w-4 shrink-0" />
            <Trans>Emergency alerts may be delayed: {connectionError}</Trans>
          </p>
        </>
      )}
    </section>
  );
}

/** In the line, or on a small phone in what it unfolds to. */
const HelpNow = ({ className, onHelp }: { readonly className: string; readonly onHelp: () => void }) => (
  <button
    type="button"
    className={`target-44 inline-flex min-h-7 items-center rounded-full bg-brand px-3 text-sm font-semibold text-on-brand hover:bg-brand-hover ${className}`}
    onClick={onHelp}
  >
    <Trans>Help Now</Trans>
  </button>
);

const LINK = 'target-44 min-h-7 shrink-0 text-sm font-semibold underline underline-offset-4';

/** The specification's header; no heading, as it stands before the page's own. */
const Title = ({ className }: { readonly className: string }) => (
  <p className={`text-sm/tight font-bold wide:text-base ${className}`}>
    <span aria-hidden="true">🚨</span> <Trans>Emergency Food Requests Nearby</Trans>
  </p>
);

function Counts({ alerts }: { readonly alerts: readonly ShownAlert[] }) {
  const emergencies = alerts.filter(({ urgencyLevel }) => urgencyLevel === 'emergency').length;
  const high = alerts.length - emergencies;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm font-semibold text-tomato max-[24rem]:basis-full">
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
    </p>
  );
}

type RowProps = {
  readonly alert: ShownAlert;
  readonly onRespond: () => void;
  readonly onDismiss: () => void;
};

function AlertRow({ alert, onRespond, onDismiss }: RowProps) {
  const { t } = useLingui();
  const { distanceKm } = alert;
  const title = shownTitle(alert.title);
  return (
    <li className="flex flex-col gap-2 py-3 sm:flex-row sm:items-center sm:gap-6">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RequestUrgencyBadge urgency={alert.urgencyLevel} />
          <span className="text-sm text-muted">
            <RelativeTime at={alert.createdAt} />
          </span>
        </p>
        {/* no heading, as it stands before the page's own */}
        <p className="mt-1 text-lg/snug font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </p>
        <p className="text-sm wrap-anywhere">
          <span>{peopleLabel(alert.householdSize)}</span>
          {' · '}
          <bdi translate="no">{alert.pickupLocation}</bdi>
          {distanceKm !== null && (
            <>
              {' · '}
              <span>{requestDistanceLabel(distanceKm, formatKilometers)}</span>
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Button
          variant="secondary"
          className="flex-1 sm:flex-none"
          aria-label={t`Respond to ${title}`}
          onClick={onRespond}
        >
          <Trans>Respond</Trans>
        </Button>
        <IconButton label={t`Dismiss ${title}`} icon={<X />} className="-me-2.5" onClick={onDismiss} />
      </div>
    </li>
  );
}
