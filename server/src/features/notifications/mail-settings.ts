import type { NotificationSettings } from '@openlarder/domain/notifications/notification-contract.ts';
import type { Db } from '#server/db/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import * as store from './mail/mail-settings.store.ts';

/** Which mails somebody gets, and when not. */
export function makeMailSettings({ db }: { readonly db: Db }) {
  return {
    getMailSettings: (caller: Caller): Promise<NotificationSettings> => store.settingsOf(db, caller.userId),

    async updateMailSettings(caller: Caller, settings: NotificationSettings): Promise<NotificationSettings> {
      await store.upsertSettings(db, caller.userId, settings);
      return settings;
    },
  };
}
