import type { NotificationSubject } from '@openlarder/domain/notifications/notification-contract.ts';
import type { MailTopic, NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { greetingLine, nameInMail, titleInMail } from '#server/platform/mail/safe-mail-text.ts';

/** One notification in a mail; never contains message text, an address or a phone number. */
export type MailedNotification = {
  readonly kind: NotificationKind;
  readonly subject: NotificationSubject;
  /** The public name; null if there is no actor or the account is gone. */
  readonly actorName: string | null;
  readonly listingTitle: string | null;
};

type MailInput = {
  readonly appName: string;
  readonly publicUrl: string;
  readonly firstName: string;
  readonly notifications: readonly MailedNotification[];
  /** The unsubscribe link and the topic it switches off. */
  readonly unsubscribe: { readonly url: string; readonly topic: MailTopic | 'all' };
};

type MailCopy = { readonly subject: string; readonly text: string; readonly open: string };

/** The app shows the rest. */
const MOST_ITEMS = 10;

/** The subject line, the sentences and the button label for one notification. */
function mailCopyFor({ kind, actorName, listingTitle }: MailedNotification): MailCopy {
  const who = actorName === null ? 'Somebody' : nameInMail(actorName);
  const title = titleInMail(listingTitle);
  const what = title ?? 'the food';
  switch (kind) {
    case 'listing_claimed':
      return {
        subject: `${who} wants to pick up ${title ?? 'your food'}`,
        text: `${who} wants to pick up ${title ?? 'your food'}. Agree on the pickup by message.`,
        open: 'See the claim',
      };
    case 'claim_released':
      return {
        subject: `${who} let ${what} go`,
        text: `${who} let ${what} go, so this pickup will not take place.`,
        open: 'See what happened',
      };
    case 'claim_no_food':
      return {
        subject: `${who} found none of ${what}`,
        text: `${who} came for ${what}, and there was none. It is not offered again.`,
        open: 'See what happened',
      };
    case 'claim_no_show':
      return {
        subject: `Did you come for ${what}?`,
        text: `${who} says that you did not come for ${what}. If you did, you can object.`,
        open: 'See what was said',
      };
    case 'claim_lapsed':
      return {
        subject: `The pickup of ${what} is over`,
        text: `Nobody said whether ${what} changed hands, so this pickup is over. You need not do anything.`,
        open: 'See the pickup',
      };
    case 'claim_disputed':
      return {
        subject: `${who} objects to what was said about ${what}`,
        text: `${who} objects to what was said about ${what}. Those who run the community will read it.`,
        open: 'See what was said',
      };
    case 'claimer_coming':
      return {
        subject: `${who} is coming for ${what}`,
        text: `${who} can still make it for ${what}.`,
        open: 'See the pickup',
      };
    case 'time_proposed':
      return {
        subject: `${who} proposed a time for ${what}`,
        text: `${who} proposed a time to meet for ${what}. One tap says yes, or you can suggest another.`,
        open: 'See the time',
      };
    case 'time_agreed':
      return {
        subject: `It's set: ${what}`,
        text: `You and ${who} agreed on a time for ${what}.`,
        open: 'See the time',
      };
    case 'on_my_way_question':
      return {
        subject: `On your way for ${what}?`,
        text: `It's time to meet for ${what}. Are you on your way, or there already? One tap lets them know.`,
        open: 'Answer',
      };
    case 'on_my_way':
      return {
        subject: `${who} is on the way`,
        text: `${who} is on the way for ${what}.`,
        open: 'See the pickup',
      };
    case 'pickup_soon':
      return {
        subject: `Soon: the pickup of ${what}`,
        text: `The pickup of ${what} is soon. If you cannot make it, please say so now: somebody else may be glad of it.`,
        open: 'See the pickup',
      };
    case 'handover_question':
      return {
        subject: `Did ${what} change hands?`,
        text: `The time to pick up ${what} is over. Did it change hands? One tap says so.`,
        open: 'Answer',
      };
    case 'place_shared':
      return {
        subject: `${who} shared the address for ${what}`,
        text: `${who} shared the pickup address for ${what} with you. It is shown to you alone, and so it is not in this mail.`,
        open: 'See the address',
      };
    case 'handover_confirmed':
      return {
        subject: `Did ${what} change hands? ${who} says so`,
        text: `${who} says that ${what} changed hands. Please confirm.`,
        open: 'Confirm',
      };
    case 'handover_completed':
      return {
        subject: title ? `${title} has found its table` : 'Your food has found its table',
        text: `${title ?? 'The food'} has found its table. Thank you!`,
        open: 'See the pickup',
      };
    case 'message_received':
      return {
        subject: `${who} wrote to you${title ? ` about ${title}` : ''}`,
        text: `${who} wrote to you${title ? ` about ${title}` : ''}. The message is waiting for you.`,
        open: 'Read and answer',
      };
    case 'emergency_alert':
    case 'request_matched':
    case 'request_released':
    case 'request_cancelled':
    case 'request_expired':
    case 'request_confirmed':
    case 'request_fulfilled':
      return requestMailCopy(kind, actorName === null ? null : who, title);
    default:
      return kind satisfies never;
  }
}

type RequestKind = Extract<NotificationKind, 'emergency_alert' | `request_${string}`>;

/** The texts about requests for food: never the requester's name before a match, and never the place. */
function requestMailCopy(kind: RequestKind, actor: string | null, title: string | null): MailCopy {
  const [who, what] = [actor ?? 'Somebody', title ?? 'a request for food'];
  switch (kind) {
    case 'emergency_alert':
      return {
        subject: 'Somebody near you needs food',
        text: `Somebody near you needs food${title ? `: ${title}` : ''}. If you can help, please say so. If you cannot, you need not do anything: others near are asked, too.`,
        open: 'See the request',
      };
    case 'request_matched':
      return {
        subject: `${who} would like to help you`,
        text: `${who} would like to help you${title ? ` with ${title}` : ''}. Agree by message on when and where. Your address stays with you until you share it.`,
        open: 'See the request',
      };
    case 'request_released':
      // expired: both people get it
      if (actor === null)
        return {
          subject: `The help with ${what} is over`,
          text: `The help with ${what} is over, and no food changed hands. While its time lasts, others near are asked.`,
          open: 'See what happened',
        };
      return {
        subject: `${who} let ${what} go`,
        text: `${who} let ${what} go, so this help will not take place. While its time lasts, others near are asked.`,
        open: 'See what happened',
      };
    case 'request_cancelled':
      return {
        subject: `${who} does not need your help any more`,
        text: `${who} does not need your help${title ? ` with ${title}` : ''} any more. Thank you for being there.`,
        open: 'See what happened',
      };
    case 'request_expired':
      return {
        subject: 'Your request for food has ended',
        text: `Your request${title ? ` ${title}` : ''} was open for a day, and nobody could bring food in time. We are sorry. If you still need food, you can ask again.`,
        open: 'Ask again',
      };
    case 'request_confirmed':
      return {
        subject: `Did the food change hands? ${who} says so`,
        text: `${who} says that the food${title ? ` for ${title}` : ''} changed hands. Please confirm.`,
        open: 'Confirm',
      };
    case 'request_fulfilled':
      return {
        subject: 'The food has found its table',
        text: `The food${title ? ` for ${title}` : ''} has found its table. Thank you!`,
        open: 'See the request',
      };
    default:
      return kind satisfies never;
  }
}

/** The path of the page that shows the subject. */
function pathOf(kind: NotificationKind, { type, id }: NotificationSubject): string {
  switch (type) {
    case 'listing':
      return `/?listing=${id}`;
    case 'claim':
      return `/?tab=profile&claim=${id}`;
    case 'conversation':
      return `/?tab=messages&conversation=${id}`;
    case 'request':
      if (kind === 'emergency_alert') return `/?tab=discover&filter=emergencies&request=${id}`;
      // there is no helper to talk to: the request can be made again
      return kind === 'request_expired' ? '/?tab=profile#requests' : `/?tab=messages&request=${id}`;
    default:
      return type satisfies never;
  }
}

const STOP: Readonly<Record<MailTopic | 'all', string>> = {
  claims: 'Stop mails about claims',
  pickups: 'Stop mails about pickups',
  messages: 'Stop mails about messages',
  requests: 'Stop mails about requests for food',
  all: 'Stop these mails',
};

/** One mail about one or several notifications, the most urgent first. */
export function notificationMail({
  appName,
  publicUrl,
  firstName,
  notifications,
  unsubscribe,
}: MailInput): MailText {
  const pressing = (one: MailedNotification): boolean =>
    one.kind === 'pickup_soon' || one.kind === 'on_my_way_question';
  const ordered = [...notifications.filter(pressing), ...notifications.filter((one) => !pressing(one))].map(
    (one) => {
      const { subject, text, open } = mailCopyFor(one);
      return { subject, text, action: { label: open, url: `${publicUrl}${pathOf(one.kind, one.subject)}` } };
    },
  );
  const [first, ...others] = ordered;
  if (!first) throw new Error('a mail about nothing');
  const untold = ordered.length - MOST_ITEMS;
  return {
    subject: others.length === 0 ? first.subject : `${first.subject}, and ${others.length} more`,
    greeting: greetingLine(firstName),
    ...(others.length === 0
      ? { paragraphs: [first.text], action: first.action }
      : {
          paragraphs: ['This is what happened:'],
          items: ordered.slice(0, MOST_ITEMS).map(({ text, action }) => ({ text, action })),
        }),
    ...(untold > 0 && { notes: [`${untold} more ${untold === 1 ? 'is' : 'are'} waiting in ${appName}.`] }),
    footer: [
      { label: 'Choose which mails you get, and when', url: `${publicUrl}/?tab=profile` },
      { label: STOP[unsubscribe.topic], url: unsubscribe.url },
    ],
  };
}
