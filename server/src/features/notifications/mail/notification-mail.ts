import type { NotificationSubject } from '@openlarder/domain/notifications/notification-contract.ts';
import type { MailTopic, NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { greetingLine, nameInMail, titleInMail } from '#server/platform/mail/safe-mail-text.ts';
import type { Words } from '#server/platform/texts/wording.ts';
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
  /** Words the mail in the recipient's language. */
  readonly words: Words;
  readonly appName: string;
  readonly publicUrl: string;
  readonly firstName: string;
  /** Whether the recipient keeps it discreet: the mail says only that there is something. */
  readonly isDiscreet: boolean;
  readonly notifications: readonly MailedNotification[];
  /** The unsubscribe link and the topics it switches off. */
  readonly unsubscribe: { readonly url: string; readonly topics: readonly MailTopic[] };
};

/** The app shows the rest. */
const MOST_ITEMS = 10;

/** Topics within a sentence: "claims, pickups, and messages". */
export const topicsInWords = (words: Words, topics: readonly MailTopic[]): string =>
  new Intl.ListFormat(words.language).format(topics.map((topic) => words(texts, `topic.${topic}`)));

type MailCopy = { readonly subject: string; readonly text: string; readonly open: string };

/** The name of a mail's texts: its kind, except where a kind tells of two things. */
function copyNameOf({
  kind,
  subject,
  actorName,
}: Pick<MailedNotification, 'kind' | 'subject' | 'actorName'>) {
  // without an actor, time has ended the match
  if (kind === 'request_released' && actorName === null) return 'request_released_alone';
  // a conversation: a public place was named, and the address stays private
  return kind === 'place_shared' && subject.type === 'conversation' ? 'meeting_point_named' : kind;
}

/** The subject line, the text and the label of the button for one notification. */
function mailCopyFor(
  words: Words,
  { kind, subject, actorName, listingTitle, servings }: MailedNotification,
): MailCopy {
  const title = titleInMail(listingTitle);
  const values = {
    who: nameInMail(words, actorName),
    ...(title === null ? { titled: 'no' } : { titled: 'yes', title }),
  };
  if (kind === 'listing_claimed' && servings !== null && servings.claimed < servings.shared)
    return {
      subject: words(texts, 'part_claimed.subject', { ...values, ...servings }),
      text: words(texts, 'part_claimed.text', { ...values, ...servings }),
      open: words(texts, 'listing_claimed.open'),
    };
  const said = copyNameOf({ kind, subject, actorName });
  return {
    subject: words(texts, `${said}.subject`, values),
    text: words(texts, `${said}.text`, values),
    open: words(texts, `${said}.open`),
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
  const { words, publicUrl, firstName, isDiscreet, unsubscribe } = input;
  return {
    language: words.language,
    isDiscreet,
    greeting: greetingLine(words, firstName),
    ...(isDiscreet ? discreetNews(input) : news(input)),
    footer: [
      { label: words(texts, 'settings'), url: `${publicUrl}/?tab=profile&room=settings` },
      {
        label: isDiscreet
          ? words(texts, 'stop.discreet')
          : words(texts, 'stop', { topics: topicsInWords(words, unsubscribe.topics) }),
        url: unsubscribe.url,
      },
    ],
  };
}

type News = Pick<MailText, 'subject' | 'paragraphs' | 'items' | 'action' | 'notes'>;

/** That there is something, whatever and however much: the sign-in page leads to it, and its path says nothing. */
const discreetNews = ({ words, publicUrl }: MailInput): News => ({
  subject: words(texts, 'discreet.subject'),
  paragraphs: [words(texts, 'discreet.text')],
  action: { label: words(texts, 'discreet.open'), url: `${publicUrl}/api/login` },
});

function news({ words, appName, publicUrl, notifications }: MailInput): News {
  const pressing = (one: MailedNotification): boolean =>
    one.kind === 'pickup_soon' || one.kind === 'on_my_way_question';
  const ordered = [...notifications.filter(pressing), ...notifications.filter((one) => !pressing(one))].map(
    (one) => {
      const { subject, text, open } = mailCopyFor(words, one);
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
        : words(texts, 'several.subject', { first: first.subject, count: others.length }),
    ...(others.length === 0
      ? { paragraphs: [first.text], action: first.action }
      : {
          paragraphs: [words(texts, 'several.text')],
          items: ordered.slice(0, MOST_ITEMS).map(({ text, action }) => ({ text, action })),
        }),
    ...(untold > 0 && { notes: [words(texts, 'several.rest', { count: untold, app: appName })] }),
  };
}
