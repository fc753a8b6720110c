import type { NotificationSettings } from '@openlarder/domain/notifications/notification-contract.ts';
import type { Db } from '#server/db/database.ts';
import type { Caller } from '#server/platform/sessions.ts';
import * as store from './mail-settings.store.ts';

/** Which mails somebody gets, and when not. */
export function makeMailSettings({ db }: { readonly db: Db }) {
  return {
    mailSettings: (caller: Caller): Promise<NotificationSettings> => store.settingsOf(db, caller.userId),

    async changeMailSettings(caller: Caller, settings: NotificationSettings): Promise<NotificationSettings> {
      await store.upsertSettings(db, caller.userId, settings);
      return settings;
    },
  };
}
