import type { FoodCorrection } from '@openlarder/domain/kernel/food-tags.ts';
import type { NotificationSubject } from '@openlarder/domain/notifications/notification-contract.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { TextTable } from '@openlarder/domain/kernel/text-table.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { defineHook } from '#server/platform/hook.ts';

/** One notification in a mail; never contains message text, an address or a phone number. */
export type MailedNotification = {
  readonly kind: NotificationKind;
  readonly subject: NotificationSubject;
  /** The public name; null if there is no actor or the account is gone. */
  readonly actorName: string | null;
  readonly listingTitle: string | null;
  /** Of a claim: how many servings, of how many shared; null if unknown. */
  readonly servings: { readonly claimed: number; readonly shared: number } | null;
  readonly correction?: FoodCorrection | null;
};

/** What the mails about a feature's notifications say, and where they lead. */
export type NotificationMails = {
  /**
   * The subject line, the text, and the label of the button: `<kind>.subject`, `<kind>.text`, `<kind>.open`. `{who}` is
   * a first name, or "Someone" where it begins the sentence; `{title}` is a title in quotes, absent if `titled` is `no`.
   */
  readonly texts?: TextTable;
  /** The name in `texts` if it is not the kind: a kind may have two meanings. */
  readonly nameOf?: (notification: MailedNotification) => string;
  /** Further values of the texts. */
  readonly valuesOf?: (
    notification: MailedNotification,
    translate: Translate,
  ) => Readonly<Record<string, string>>;
  /** The page that shows a subject of this type, as a path. */
  readonly paths?: Readonly<
    Partial<Record<NotificationSubject['type'], (id: string, kind: NotificationKind) => string>>
  >;
};

export const notificationMails = defineHook<NotificationMails>('notificationMails');
