import { Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { isOpenListing } from '@openlarder/domain/listings/listing-states.ts';
import {
  endsAfterClosing,
  inWeekOrder,
  MAX_INTERVALS_A_DAY,
  minutesOf,
  type OpeningHours,
} from '@openlarder/domain/partners/opening-hours.ts';
import { WEEKDAYS, type Weekday } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link } from 'wouter';
import { useFormDraft } from '#web/lib/draft.ts';
import { formatWeekdayName } from '#web/lib/format-weekday-name.ts';
import { communityZone, formatList } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { QueryState } from '#web/ui/ErrorState.tsx';
import { controlStyle } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { openingHoursQuery, useSaveOpeningHours } from '../partners.queries.ts';

type Times = { readonly opens: string; readonly closes: string };
/** In any order while they are being typed. */
type Week = Readonly<Record<Weekday, readonly Times[]>>;

const USUAL: Times = { opens: '09:00', closes: '18:00' };

function weekOf(hours: OpeningHours): Week {
  const ordered = inWeekOrder(hours);
  const ofDay = (day: Weekday) => ordered.filter(({ weekday }) => weekday === day);
  return {
    monday: ofDay('monday'),
    tuesday: ofDay('tuesday'),
    wednesday: ofDay('wednesday'),
    thursday: ofDay('thursday'),
    friday: ofDay('friday'),
    saturday: ofDay('saturday'),
    sunday: ofDay('sunday'),
  };
}

/** Whether one of the two times is still missing. */
const isHalf = ({ opens, closes }: Times): boolean => (opens === '') !== (closes === '');

/** Without times that are still empty. */
const hoursOf = (week: Week) =>
  WEEKDAYS.flatMap((weekday) =>
    week[weekday]
      .filter(({ opens, closes }) => opens && closes)
      .map(({ opens, closes }) => ({ weekday, opens, closes })),
  );

/** When people can come: by day, several times a day, past midnight; saved as a whole. */
export function OpeningHoursForm({ shared }: { readonly shared: readonly Listing[] }) {
  const known = useQuery(openingHoursQuery);
  const save = useSaveOpeningHours();
  const [{ draft }, change, forget] = useFormDraft<{ draft: Week | null }>('opening-hours', { draft: null });
  const week = draft ?? (known.data ? weekOf(known.data.hours) : null);
  const form = useRef<HTMLFormElement>(null);
  const set = (days: readonly Weekday[], times: readonly Times[]) => {
    if (!week) return;
    save.reset();
    change({ draft: { ...week, ...Object.fromEntries(days.map((day) => [day, times])) } });
  };
  return (
    <Section title={<Trans>Opening hours</Trans>}>
      <p className="mt-1 mb-4 text-muted">
        <Trans>Everyone sees these on your food and your poster, so nobody stands at a closed door.</Trans>
      </p>
      {week ? (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const missing = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
            if (missing) return missing.focus();
            save.mutate(
              { hours: hoursOf(week) },
              {
                onSuccess: () => {
                  change({ draft: null });
                  forget();
                  toast({ title: <Trans>Saved</Trans>, tone: 'success' });
                },
              },
            );
          }}
        >
          <ul className="divide-y divide-line border-y">
            {WEEKDAYS.map((day, nth) => (
              <Day
                key={day}
                day={day}
                times={week[day]}
                onChange={(times) => set([day], times)}
                onSame={nth === 0 ? set : null}
              />
            ))}
          </ul>
          {save.isError && (
            <Notice tone="error" announce className="mt-3">
              {errorMessage(save.error)}
            </Notice>
          )}
          {known.data && draft === null && <PickupsAfterClosing shared={shared} hours={known.data.hours} />}
          <Button type="submit" className="mt-4" busy={save.isPending} disabled={draft === null}>
            <Trans>Save opening hours</Trans>
          </Button>
        </form>
      ) : (
        <QueryState of={known} title={<Trans>We couldn't load your opening hours.</Trans>}>
          <Skeleton className="h-96 rounded-card" />
        </QueryState>
      )}
    </Section>
  );
}

type PickupsProps = { readonly shared: readonly Listing[]; readonly hours: OpeningHours };

/** Names the food at the public address that is offered beyond the saved hours. */
function PickupsAfterClosing({ shared, hours }: PickupsProps) {
  const nowMs = useNow();
  const outside = shared.filter((listing) => {
    const untilMs = Date.parse(listing.availableUntil);
    const fromMs = Math.max(nowMs, Date.parse(listing.availableFrom));
    const isAhead = isOpenListing(listing) && listing.placeIsPublic && untilMs > nowMs;
    return isAhead && endsAfterClosing({ fromMs, untilMs }, hours, communityZone());
  });
  if (outside.length === 0) return null;
  const names = formatList(outside.map(({ title }) => title));
  return (
    <Notice tone="warning" announce className="mt-3">
      <Trans>
        The pickup of <bdi>{names}</bdi> goes on after you close.{' '}
        <Link href={paths.profileSection('shares')} className="font-semibold underline underline-offset-4">
          Check your shares
        </Link>
      </Trans>
    </Notice>
  );
}

type DayProps = {
  readonly day: Weekday;
  readonly times: readonly Times[];
  readonly onChange: (times: readonly Times[]) => void;
  /** On the first day: copies its times to others. */
  readonly onSame: ((days: readonly Weekday[], times: readonly Times[]) => void) | null;
};

function Day({ day, times, onChange, onSame }: DayProps) {
  const { t } = useLingui();
  const name = formatWeekdayName(day);
  const needsBoth = useId();
  const put = (nth: number, changed: Partial<Times>) =>
    onChange(times.map((one, at) => (at === nth ? { ...one, ...changed } : one)));
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-3 py-2 sm:grid-cols-[7rem_1fr_auto]">
      <p className="min-h-11 content-center font-semibold first-letter:uppercase">{name}</p>
      <div className="col-span-2 flex min-w-0 flex-col gap-2 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        {times.length === 0 && (
          <p className="min-h-11 content-center text-muted">
            <Trans>Closed</Trans>
          </p>
        )}
        {times.map(({ opens, closes }, nth) => (
          // their order is that of the fields
          <div key={nth} className="flex flex-wrap items-center gap-2">
            <TimeInput
              label={t`${name}: opens`}
              value={opens}
              lacksBy={isHalf({ opens, closes }) ? needsBoth : undefined}
              onChange={(value) => put(nth, { opens: value })}
            />
            <span aria-hidden="true">–</span>
            <TimeInput
              label={t`${name}: closes`}
              value={closes}
              lacksBy={isHalf({ opens, closes }) ? needsBoth : undefined}
              onChange={(value) => put(nth, { closes: value })}
            />
            <IconButton
              label={t`Remove these hours of ${name}`}
              icon={<X />}
              className="-me-2"
              onClick={() => onChange(times.filter((_, at) => at !== nth))}
            />
          </div>
        ))}
        {times.some(isHalf) && (
          <p id={needsBoth} className="text-sm font-semibold">
            <Trans>Please fill in both times, or remove them.</Trans>
          </p>
        )}
        {times.some(({ opens, closes }) => opens && closes && minutesOf(closes) <= minutesOf(opens)) && (
          <p className="text-sm text-muted">
            <Trans>Past midnight: it closes the next day.</Trans>
          </p>
        )}
        {onSame && times.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => onSame(WEEKDAYS.slice(0, 5), times)}>
              <Trans>Same for Mon–Fri</Trans>
            </Button>
            <Button variant="secondary" onClick={() => onSame(WEEKDAYS, times)}>
              <Trans>Same every day</Trans>
            </Button>
          </div>
        )}
      </div>
      {times.length < MAX_INTERVALS_A_DAY && (
        <IconButton
          label={t`Add hours on ${name}`}
          icon={<Plus />}
          className="col-start-2 row-start-1 -me-2 sm:col-start-3"
          onClick={() => onChange([...times, times.length === 0 ? USUAL : { opens: '', closes: '' }])}
        />
      )}
    </li>
  );
}

type TimeProps = {
  readonly label: string;
  readonly value: string;
  /** The id of the sentence that asks for both times while the other is filled in; an empty time is wrong then. */
  readonly lacksBy: string | undefined;
  readonly onChange: (value: string) => void;
};

const TimeInput = ({ label, value, lacksBy, onChange }: TimeProps) => (
  <input
    type="time"
    aria-label={label}
    value={value}
    {...(lacksBy !== undefined && value === '' && { 'aria-invalid': true, 'aria-describedby': lacksBy })}
    onChange={(event) => onChange(event.target.value)}
    className={controlStyle(
      lacksBy !== undefined && value === '',
      'min-w-[7rem] flex-1 px-2.5 [&::-webkit-calendar-picker-indicator]:ms-0',
    )}
  />
);
