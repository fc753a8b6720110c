import type { HandoverSide, HandoverStatus } from '@openlarder/domain/handovers/handover-states.ts';
import { REMINDER_HOURS } from '@openlarder/domain/handovers/handover-times.ts';
import { HOUR_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { shownTitle, type Translate } from '#server/platform/texts/translate.ts';
import { calendarTexts as texts } from '../handovers-texts.ts';

/** A pickup as shown in a calendar, which may be copied anywhere: it never has the address of a household. */
export type CalendarPickup = {
  readonly handoverId: string;
  /** The claim whose ticket the link shows; null for a request without a listing. */
  readonly claimId: string | null;
  readonly side: HandoverSide;
  readonly status: HandoverStatus;
  readonly title: string;
  readonly otherName: string;
  readonly from: Date;
  readonly until: Date;
  readonly createdAt: Date;
  /** When any of these fields last changed. */
  readonly changedAt: Date;
  /** The public address of a business; null for a household. */
  readonly publicAddress: string | null;
};

export type CalendarSource = {
  readonly translate: Translate;
  readonly appName: string;
  readonly publicUrl: string;
  /** Whether the owner uses discreet mode: time and place only, without food. */
  readonly isDiscreet: boolean;
  /** When that was last switched; null if never. */
  readonly discreetSetAt: Date | null;
};

/** The refresh interval suggested to calendar programs; most use their own. */
const REFRESH_HOURS = 1;
/** Handovers that have not been cancelled: their event stays confirmed. */
const TOOK_PLACE: readonly HandoverStatus[] = ['open', 'completed', 'disputed'];

/** Control characters are invalid in calendar text, and some readers break lines at rare line separators. */
const singleLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const wholeSecond = (at: Date): Date => new Date(Math.ceil(at.getTime() / SECOND_MS) * SECOND_MS);

/** The page of the ticket, or of the conversations, where a request's is. */
const pathOf = ({ claimId }: CalendarPickup): string =>
  claimId === null ? '/?tab=messages' : `/?tab=profile&claim=${claimId}`;

function summaryOf({ claimId, side, title }: CalendarPickup, translate: Translate): string {
  const shown = { title: singleLine(shownTitle(translate, title)) };
  if (claimId === null) return translate(texts, 'meet', shown);
  return translate(texts, side === 'receiver' ? 'pick-up' : 'hand-over', shown);
}

function descriptionOf({ side, otherName }: CalendarPickup, url: string, translate: Translate): string {
  const other = { name: singleLine(otherName) };
  const lines =
    side === 'receiver'
      ? [translate(texts, 'from', other), translate(texts, 'receiver-link', { url })]
      : [translate(texts, 'for', other), translate(texts, 'giver-link', { url })];
  return lines.join('\n');
}

/** The texts of the event. In discreet mode its link leads to the profile, whose URL contains no claim id. */
function copyOf(pickup: CalendarPickup, { publicUrl, translate, isDiscreet }: CalendarSource) {
  if (isDiscreet) {
    const summary = translate(texts, 'discreet');
    return { summary, alarm: summary, url: `${publicUrl}/?tab=profile` };
  }
  const url = `${publicUrl}${pathOf(pickup)}`;
  return {
    summary: summaryOf(pickup, translate),
    description: descriptionOf(pickup, url, translate),
    alarm: singleLine(shownTitle(translate, pickup.title)),
    url,
  };
}

function eventOf(pickup: CalendarPickup, source: CalendarSource): ICalEventData {
  const { alarm, ...copy } = copyOf(pickup, source);
  const isOn = TOOK_PLACE.includes(pickup.status);
  const changedMs = Math.max(pickup.changedAt.getTime(), source.discreetSetAt?.getTime() ?? 0);
  const changedAt = wholeSecond(new Date(changedMs));
  return {
    id: `${pickup.handoverId}@${new URL(source.publicUrl).hostname}`,
    ...copy,
    start: pickup.from,
    end: pickup.until,
    created: pickup.createdAt,
    // an unchanged pickup has the same bytes on every request
    stamp: changedAt,
    lastModified: changedAt,
    // rises with every change, for programs that compare nothing else
    sequence: Math.max(0, Math.ceil((changedAt.getTime() - pickup.createdAt.getTime()) / SECOND_MS)),
    status: isOn ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    // a pickup takes only a part of its window, so the time is not marked as busy
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
    ...(pickup.publicAddress !== null && { location: singleLine(pickup.publicAddress) }),
    ...(isOn && {
      alarms: [
        {
          type: ICalAlarmType.display,
          triggerBefore: (REMINDER_HOURS * HOUR_MS) / SECOND_MS,
          description: alarm,
        },
      ],
    }),
  };
}

/** Pickups as a calendar (RFC 5545), in the order they begin. */
export function calendarFile(pickups: readonly CalendarPickup[], source: CalendarSource): string {
  const { translate, isDiscreet } = source;
  const language = translate.language.toUpperCase();
  const calendar = ical({
    name: isDiscreet ? translate(texts, 'discreet.name') : singleLine(source.appName),
    prodId: isDiscreet
      ? { company: 'Calendar', product: 'Appointments', language }
      : { company: 'OpenLarder', product: 'Pickups', language },
    method: ICalCalendarMethod.PUBLISH,
    scale: 'gregorian',
    ttl: (REFRESH_HOURS * HOUR_MS) / SECOND_MS,
    events: pickups
      .toSorted((a, b) => a.from.getTime() - b.from.getTime() || a.handoverId.localeCompare(b.handoverId))
      .map((pickup) => eventOf(pickup, source)),
  });
  // the last line ends with CRLF, too
  return `${calendar.toString()}\r\n`;
}
