import { Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type {
  CreateSurplus,
  RecurringSurplus as Surplus,
} from '@openlarder/domain/partners/partner-contract.ts';
import { MESSAGE_UNREAD_MINUTES } from '@openlarder/domain/notifications/notification-kinds.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff, Ellipsis, Pause, Pencil, Play, Trash2, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { instantOfInput } from '#web/ui/InstantField.tsx';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';
import {
  NOTIFICATION_SETTINGS_ID,
  notificationSettingsQuery,
} from '#web/features/notifications/notifications.queries.ts';
import { formatDay, formatDayAtTime, formatServings, formatWallTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { QueryState } from '#web/ui/ErrorState.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { weekdaysLabel } from '../hours/PartnerHours.tsx';
import { openingHoursQuery, surplusQuery, useSurplusActions } from '../partners.queries.ts';
import { SurplusForm } from './SurplusForm.tsx';
import { NEW_SURPLUS, suggestions, surplusFromListing, surplusToChange } from './surplus-values.ts';

const MAX_SUGGESTIONS = 3;
/** The one of the notifications that ask about surplus. */
const SWITCH = 'pickups';

type Props = {
  readonly timeZone: string;
  /** Whether mails reach the person, as far as they are switched on. */
  readonly getsMail: boolean;
  /** What the organization has shared, newest first. */
  readonly shared: readonly Listing[];
};
type Editing = { readonly id: string | null; readonly initial: CreateSurplus };

export function RecurringSurplus({ timeZone, getsMail, shared }: Props) {
  const { t } = useLingui();
  const query = useQuery(surplusQuery);
  const { data } = query;
  // optional: without a reply the times of earlier shares are offered
  const { data: { hours } = { hours: [] } } = useQuery(openingHoursQuery);
  const howAsked = useHowAsked(getsMail);
  const [editing, setEditing] = useState<Editing | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const toSuggest = data ? suggestions(shared, data, MAX_SUGGESTIONS) : [];
  return (
    <Section title={<Trans>Recurring surplus</Trans>} headingRef={heading}>
      <p className="mt-1 mb-3 text-muted">
        <Trans>Some food comes up on the same days. Add it here, and one tap posts it each time.</Trans>{' '}
        {howAsked !== null && (
          <>
            {howAsked}{' '}
            <a
              href={`#${NOTIFICATION_SETTINGS_ID}`}
              className="rounded-small font-semibold text-ink underline underline-offset-4"
            >
              <Trans>Change this under “Pickups”</Trans>
            </a>
          </>
        )}
      </p>
      {data ? (
        <>
          {data.length > 0 && (
            <ul className="mb-4 divide-y divide-line border-y">
              {data.map((surplus) => (
                <Row
                  key={surplus.id}
                  surplus={surplus}
                  timeZone={timeZone}
                  onEdit={() => setEditing({ id: surplus.id, initial: surplusToChange(surplus) })}
                  onDeleted={() => heading.current?.focus({ preventScroll: true })}
                />
              ))}
            </ul>
          )}
          {toSuggest.length > 0 && (
            <ul aria-label={t`From what you've shared`} className="mb-3 flex flex-wrap gap-2">
              {toSuggest.map(({ title, ...rest }) => (
                <li key={rest.id} className="max-w-full">
                  <Button
                    variant="secondary"
                    className="max-w-full"
                    onClick={() =>
                      setEditing({
                        id: null,
                        initial: surplusFromListing({ title, ...rest }, hours, timeZone),
                      })
                    }
                  >
                    <span className="w-8 shrink-0 overflow-hidden rounded-small">
                      <ListingPicture
                        photo={rest.photos[0] ?? null}
                        title={title}
                        category={rest.category}
                        sizes="2rem"
                      />
                    </span>
                    <span className="line-clamp-2 text-start wrap-anywhere">
                      <Trans>
                        Repeat <bdi>{title}</bdi>
                      </Trans>
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <Button
            variant={data.length > 0 || toSuggest.length > 0 ? 'quiet' : 'secondary'}
            className={data.length > 0 || toSuggest.length > 0 ? '-ms-4' : ''}
            onClick={() => setEditing({ id: null, initial: NEW_SURPLUS })}
          >
            <Trans>Add something else</Trans>
          </Button>
        </>
      ) : (
        <QueryState of={query} title={<Trans>We couldn't load your recurring surplus.</Trans>}>
          <Skeleton className="h-28 rounded-card" />
        </QueryState>
      )}
      {editing && (
        <SurplusForm
          id={editing.id}
          initial={editing.initial}
          hours={hours}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            toast({
              title: <Trans>Saved</Trans>,
              tone: 'success',
              ...(howAsked !== null && { description: howAsked }),
            });
          }}
        />
      )}
    </Section>
  );
}

/** How the question comes, by the switches of its notifications; null while they are unknown. */
function useHowAsked(getsMail: boolean): string | null {
  const { t } = useLingui();
  const { data: settings } = useQuery(notificationSettingsQuery);
  if (!settings) return null;
  const minutes = MESSAGE_UNREAD_MINUTES;
  const isMailed = getsMail && settings.mail[SWITCH];
  if (settings.app[SWITCH])
    return isMailed
      ? t`When it's time, we'll ask you at the bell, and by email if you haven't looked after ${minutes} minutes.`
      : t`When it's time, we'll ask you at the bell.`;
  return isMailed
    ? t`When it's time, we'll ask you by email.`
    : t`When it's time, you'll find our question under Share Food.`;
}

type RowProps = {
  readonly surplus: Surplus;
  readonly timeZone: string;
  readonly onEdit: () => void;
  readonly onDeleted: () => void;
};

function Row({ surplus, timeZone, onEdit, onDeleted }: RowProps) {
  const { t } = useLingui();
  const [isDeleting, setDeleting] = useState(false);
  const { pause, dayOff, remove } = useSurplusActions(surplus);
  const { title, isPaused } = surplus;
  const amount = formatServings(surplus.servings);
  const days = weekdaysLabel(surplus.weekdays);
  const [asks, ends] = [formatWallTime(surplus.askAt), formatWallTime(surplus.pickupUntil)];
  const items = [
    { label: <Trans>Edit</Trans>, icon: <Pencil />, onSelect: onEdit },
    isPaused
      ? {
          label: <Trans>Ask again</Trans>,
          icon: <Play />,
          onSelect: () => pause.mutate(false),
        }
      : {
          label: <Trans>Pause</Trans>,
          icon: <Pause />,
          onSelect: () => pause.mutate(true),
        },
    {
      label: <Trans>Delete</Trans>,
      icon: <Trash2 />,
      danger: true,
      onSelect: () => setDeleting(true),
    },
  ];
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">
          <bdi>{title}</bdi>
        </p>
        <p className="text-sm text-muted">
          <Trans>
            {amount}, {days} at {asks}, pickup until {ends}
          </Trans>
        </p>
        <NextTime surplus={surplus} timeZone={timeZone} />
        {isPaused ? (
          <Button
            variant="secondary"
            className="mt-2"
            busy={pause.isPending}
            onClick={() => pause.mutate(false)}
          >
            <Play className="size-5" />
            <Trans>Ask again</Trans>
          </Button>
        ) : (
          <Button
            variant="secondary"
            className="mt-2"
            busy={dayOff.isPending}
            onClick={() => dayOff.mutate(surplus.dayOff === null)}
          >
            {surplus.dayOff === null ? (
              <>
                <CalendarOff className="size-5" />
                <Trans>Skip the next one</Trans>
              </>
            ) : (
              <>
                <Undo2 className="size-5" />
                <Trans>Don't skip it</Trans>
              </>
            )}
          </Button>
        )}
      </div>
      <Menu trigger={<IconButton label={t`More about ${title}`} icon={<Ellipsis />} />} items={items} />
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={<Trans>Delete this?</Trans>}
        description={<Trans>We won't ask about it anymore. What's already posted stays.</Trans>}
        confirmLabel={<Trans>Delete</Trans>}
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, { onSuccess: onDeleted, onSettled: () => setDeleting(false) })
        }
      />
    </li>
  );
}

function NextTime({ surplus, timeZone }: Pick<RowProps, 'surplus' | 'timeZone'>) {
  const nowMs = useNow();
  const { isPaused, nextAt, dayOff } = surplus;
  const next = nextAt === null ? null : formatDayAtTime(nextAt, nowMs, timeZone);
  const off = dayOff === null ? null : formatDay(instantOfInput(dayOff, timeZone), nowMs, timeZone);
  return (
    <p className="text-sm font-semibold">
      {isPaused ? (
        <Trans>Paused</Trans>
      ) : off !== null && next !== null ? (
        <Trans>
          Skipping {off}. We'll ask {next}
        </Trans>
      ) : (
        next !== null && <Trans>We'll ask {next}</Trans>
      )}
    </p>
  );
}
