import type { NotificationSubject } from '@openlarder/domain/notifications/notification-contract.ts';
import type { MailTopic, NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { greetingLine, nameInMail, titleInMail } from '#server/platform/mail/safe-mail-text.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { notificationMailTexts as texts } from './notification-mail-texts.ts';

/** One notification in a mail; never contains message text, an address or a phone number. */
export type MailedNotification = {
  readonly kind: NotificationKind;
  readonly subject: NotificationSubject;
  /** The public name; null if there is no actor or the account is gone. */
  readonly actorName: string | null;
  readonly listingTitle: string | null;
  /** Of a claim: how many servings, of how many shared; null if unknown. */
  readonly servings: { readonly claimed: number; readonly shared: number } | null;
};

type MailInput = {
  /** Translates the mail into the recipient's language. */
  readonly translate: Translate;
  readonly appName: string;
  readonly publicUrl: string;
  readonly firstName: string;
  /** Whether the recipient uses discreet mode: the mail says only that there is news. */
  readonly isDiscreet: boolean;
  readonly notifications: readonly MailedNotification[];
  /** The unsubscribe link and the topics it switches off. */
  readonly unsubscribe: { readonly url: string; readonly topics: readonly MailTopic[] };
};

/** The maximum number of items; the app shows the rest. */
const MOST_ITEMS = 10;

/** Topics within a sentence: "claims, pickups, and messages". */
export const topicsInWords = (translate: Translate, topics: readonly MailTopic[]): string =>
  new Intl.ListFormat(translate.language).format(topics.map((topic) => translate(texts, `topic.${topic}`)));

type MailCopy = { readonly subject: string; readonly text: string; readonly open: string };

/** The name of a mail's texts: its kind, or a variant if a kind has two meanings. */
function copyNameOf({
  kind,
  subject,
  actorName,
}: Pick<MailedNotification, 'kind' | 'subject' | 'actorName'>) {
  // without an actor, a timeout has ended the match
  if (kind === 'request_released' && actorName === null) return 'request_released_alone';
  // a conversation: a public place was named, and the address stays private
  return kind === 'place_shared' && subject.type === 'conversation' ? 'meeting_point_named' : kind;
}

/** The subject line, the text and the label of the button for one notification. */
function mailCopyFor(
  translate: Translate,
  { kind, subject, actorName, listingTitle, servings }: MailedNotification,
): MailCopy {
  const title = titleInMail(listingTitle);
  const values = {
    who: nameInMail(translate, actorName),
    ...(title === null ? { titled: 'no' } : { titled: 'yes', title }),
  };
  if (kind === 'listing_claimed' && servings !== null && servings.claimed < servings.shared)
    return {
      subject: translate(texts, 'part_claimed.subject', { ...values, ...servings }),
      text: translate(texts, 'part_claimed.text', { ...values, ...servings }),
      open: translate(texts, 'listing_claimed.open'),
    };
  const said = copyNameOf({ kind, subject, actorName });
  return {
    subject: translate(texts, `${said}.subject`, values),
    text: translate(texts, `${said}.text`, values),
    open: translate(texts, `${said}.open`),
  };
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
      return kind === 'request_expired' ? '/?tab=profile&room=requests' : `/?tab=messages&request=${id}`;
    case 'surplus':
      return '/?tab=share';
    default:
      return type satisfies never;
  }
}

/** One mail about one or several notifications, the most urgent first. */
export function notificationMail(input: MailInput): MailText {
  const { translate, publicUrl, firstName, isDiscreet, unsubscribe } = input;
  return {
    language: translate.language,
    isDiscreet,
    greeting: greetingLine(translate, firstName),
    ...(isDiscreet ? discreetNews(input) : news(input)),
    footer: [
      { label: translate(texts, 'settings'), url: `${publicUrl}/?tab=profile&room=settings` },
      {
        label: isDiscreet
          ? translate(texts, 'stop.discreet')
          : translate(texts, 'stop', { topics: topicsInWords(translate, unsubscribe.topics) }),
        url: unsubscribe.url,
      },
    ],
  };
}

type News = Pick<MailText, 'subject' | 'paragraphs' | 'items' | 'action' | 'notes'>;

/** A mail that says only that there is news. It links to the sign-in page, whose path reveals nothing. */
const discreetNews = ({ translate, publicUrl }: MailInput): News => ({
  subject: translate(texts, 'discreet.subject'),
  paragraphs: [translate(texts, 'discreet.text')],
  action: { label: translate(texts, 'discreet.open'), url: `${publicUrl}/api/login` },
});

function news({ translate, appName, publicUrl, notifications }: MailInput): News {
  const pressing = (one: MailedNotification): boolean =>
    one.kind === 'pickup_soon' || one.kind === 'on_my_way_question';
  const ordered = [...notifications.filter(pressing), ...notifications.filter((one) => !pressing(one))].map(
    (one) => {
      const { subject, text, open } = mailCopyFor(translate, one);
      return { subject, text, action: { label: open, url: `${publicUrl}${pathOf(one.kind, one.subject)}` } };
    },
  );
  const [first, ...others] = ordered;
  if (!first) throw new Error('a mail about nothing');
  const untold = ordered.length - MOST_ITEMS;
  return {
    subject:
      others.length === 0
        ? first.subject
        : translate(texts, 'several.subject', { first: first.subject, count: others.length }),
    ...(others.length === 0
      ? { paragraphs: [first.text], action: first.action }
      : {
          paragraphs: [translate(texts, 'several.text')],
          items: ordered.slice(0, MOST_ITEMS).map(({ text, action }) => ({ text, action })),
        }),
    ...(untold > 0 && { notes: [translate(texts, 'several.rest', { count: untold, app: appName })] }),
  };
}
