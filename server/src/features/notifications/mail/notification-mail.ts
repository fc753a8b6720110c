import type { MailTopic } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { greetingLine, nameInMail, titleInMail } from '#server/platform/mail/safe-mail-text.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import type { MailedNotification, NotificationMails } from '../notifications.hooks.ts';
import { notificationMailTexts as texts } from '../notifications-texts.ts';

type MailInput = {
  readonly translate: Translate;
  readonly appName: string;
  readonly publicUrl: string;
  readonly firstName: string;
  /** Whether the recipient uses discreet mode: the mail says only that there is news. */
  readonly isDiscreet: boolean;
  readonly notifications: readonly MailedNotification[];
  /** Of all features. */
  readonly mails: readonly NotificationMails[];
  /** The unsubscribe link and the topics it switches off. */
  readonly unsubscribe: { readonly url: string; readonly topics: readonly MailTopic[] };
};

/** The maximum number of items; the app shows the rest. */
const MOST_ITEMS = 10;

/** Topics within a sentence: "claims, pickups, and messages". */
export const topicsInWords = (translate: Translate, topics: readonly MailTopic[]): string =>
  new Intl.ListFormat(translate.language).format(topics.map((topic) => translate(texts, `topic.${topic}`)));

type MailCopy = {
  readonly subject: string;
  readonly text: string;
  readonly open: string;
  readonly path: string;
};

/** The subject line, the text, the label of the button and the path it opens for one notification. */
function mailCopyFor(
  translate: Translate,
  mails: readonly NotificationMails[],
  notification: MailedNotification,
): MailCopy {
  const { kind, subject, actorName, listingTitle, servings } = notification;
  const title = titleInMail(translate, listingTitle);
  const own = mails.find(({ texts: table }) => table && `${kind}.subject` in table.messages);
  const path = mails.find(({ paths }) => paths?.[subject.type])?.paths?.[subject.type];
  if (!own?.texts || !path) throw new Error(`no feature lists the mail of ${kind} about a ${subject.type}`);
  const values = {
    who: nameInMail(translate, actorName),
    ...(title === null ? { titled: 'no' } : { titled: 'yes', title }),
    ...servings,
    ...own.valuesOf?.(notification, translate),
  };
  const name = own.nameOf?.(notification) ?? kind;
  return {
    subject: translate(own.texts, `${name}.subject`, values),
    text: translate(own.texts, `${name}.text`, values),
    open: translate(own.texts, `${name}.open`),
    path: path(subject.id, kind),
  };
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

function news({ translate, appName, publicUrl, notifications, mails }: MailInput): News {
  const pressing = (one: MailedNotification): boolean =>
    one.kind === 'pickup_soon' || one.kind === 'on_my_way_question';
  const ordered = [...notifications.filter(pressing), ...notifications.filter((one) => !pressing(one))].map(
    (one) => {
      const { subject, text, open, path } = mailCopyFor(translate, mails, one);
      return { subject, text, action: { label: open, url: `${publicUrl}${path}` } };
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
