import { t } from '@lingui/core/macro';
import type {
  Notification,
  NotificationSubject,
} from '@openlarder/domain/notifications/notification-contract.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { ComponentType } from 'react';
import { shownTitle } from '#web/lib/tile-title.ts';

/** `who` is the actor's name, or "Someone"; `what` is a title, or "your food". */
type Sentence = (about: Notification & { readonly who: string; readonly what: string }) => string;

type KindLook = {
  readonly icon: ComponentType<{ className?: string }>;
  readonly sentence: Sentence;
};

/** What a feature exports in its `<feature>.notifications.ts`. */
export type FeatureNotifications = {
  readonly kinds?: Readonly<Partial<Record<NotificationKind, KindLook>>>;
  /** The page that shows a subject of this type. */
  readonly paths?: Readonly<
    Partial<Record<NotificationSubject['type'], (id: string, kind: NotificationKind) => string>>
  >;
};

const found = Object.values(
  import.meta.glob<Record<string, FeatureNotifications>>('../*/*.notifications.ts', { eager: true }),
).flatMap((file) => Object.values(file));

const KINDS: FeatureNotifications['kinds'] = Object.assign({}, ...found.map(({ kinds }) => kinds));
const PATHS: FeatureNotifications['paths'] = Object.assign({}, ...found.map(({ paths }) => paths));

type Shown = { readonly Icon: KindLook['icon']; readonly sentence: string; readonly path: string };

/** How a notification is shown; null for a kind that is newer than this tab. Discreetly, only whom it is from. */
export function shownNotification(notification: Notification, isDiscreet: boolean): Shown | null {
  const { kind, subject, actor, listingTitle } = notification;
  const [look, pathOf] = [KINDS?.[kind], PATHS?.[subject.type]];
  if (!look || !pathOf) return null;
  const who = actor?.displayName ?? t`Someone`;
  const what = listingTitle === null ? t`your food` : shownTitle(listingTitle);
  return {
    Icon: look.icon,
    sentence: !isDiscreet
      ? look.sentence({ ...notification, who, what })
      : actor
        ? t`News from ${who}`
        : t`News for you`,
    path: pathOf(subject.id, kind),
  };
}
