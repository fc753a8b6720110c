import type { ClaimSide, ClaimStatus } from '@openlarder/domain/claims/claim-states.ts';
import { REMINDER_HOURS } from '@openlarder/domain/claims/pickup-reminders.ts';
import { HOUR_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';

/** A pickup as it may stand in a calendar, which is copied to who knows where: no household's address is in it. */
export type CalendarPickup = {
  readonly claimId: string;
  /** Which of the two the calendar belongs to. */
  readonly side: ClaimSide;
  readonly status: ClaimStatus;
  readonly title: string;
  readonly servings: number;
  /** How everybody sees the other person. */
  readonly otherName: string;
  readonly from: Date;
  readonly until: Date;
  readonly claimedAt: Date;
  /** When anything of it was last another. */
  readonly changedAt: Date;
  /** A business's address, which everybody may know; null for a household. */
  readonly publicAddress: string | null;
};

export type CalendarHouse = { readonly appName: string; readonly publicUrl: string };

/** How often calendar programs should ask again; most take their own time. */
const REFRESH_HOURS = 1;
/** Of the claims that ended, those that took place: their event stays what it was. */
const TOOK_PLACE: readonly ClaimStatus[] = ['open', 'completed', 'disputed'];

/** Controls are no text in a calendar, and some readers take the rarer line separators for the end of a line. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const wholeSecond = (at: Date): Date => new Date(Math.ceil(at.getTime() / SECOND_MS) * SECOND_MS);

function eventOf(pickup: CalendarPickup, { publicUrl }: CalendarHouse): ICalEventData {
  const url = `${publicUrl}/?tab=profile&claim=${pickup.claimId}`;
  const comes = pickup.side === 'claimer';
  const servings = `${pickup.servings} ${pickup.servings === 1 ? 'serving' : 'servings'}`;
  const other = oneLine(pickup.otherName);
  const isOn = TOOK_PLACE.includes(pickup.status);
  const changedAt = wholeSecond(pickup.changedAt);
  return {
    id: `${pickup.claimId}@${new URL(publicUrl).hostname}`,
    summary: `${comes ? 'Pick up' : 'Hand over'}: ${oneLine(pickup.title)}`,
    description: comes
      ? `${servings} from ${other}\nWhere to go, your code and your conversation: ${url}`
      : `${other} comes for ${servings}\nYour conversation: ${url}`,
    url,
    start: pickup.from,
    end: pickup.until,
    created: pickup.claimedAt,
    // the same pickup is the same bytes, whenever it is asked for
    stamp: changedAt,
    lastModified: changedAt,
    // rises with every change, also across programs that compare nothing else
    sequence: Math.max(0, Math.ceil((changedAt.getTime() - pickup.claimedAt.getTime()) / SECOND_MS)),
    status: isOn ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    // somebody may come at any time of it: the hours are not taken
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
    ...(pickup.publicAddress !== null && { location: oneLine(pickup.publicAddress) }),
    ...(isOn && {
      alarms: [
        {
          type: ICalAlarmType.display,
          triggerBefore: (REMINDER_HOURS * HOUR_MS) / SECOND_MS,
          description: oneLine(pickup.title),
        },
      ],
    }),
  };
}

/** Pickups as a calendar (RFC 5545), the next one first. */
export function calendarFile(pickups: readonly CalendarPickup[], house: CalendarHouse): string {
  const appName = oneLine(house.appName);
  const calendar = ical({
    name: appName,
    prodId: { company: 'OpenLarder', product: 'Pickups', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    scale: 'gregorian',
    ttl: (REFRESH_HOURS * HOUR_MS) / SECOND_MS,
    events: pickups
      .toSorted((a, b) => a.from.getTime() - b.from.getTime() || a.claimId.localeCompare(b.claimId))
      .map((pickup) => eventOf(pickup, house)),
  });
  // the last line ends like every other
  return `${calendar.toString()}\r\n`;
}
