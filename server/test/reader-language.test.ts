import { expect, test } from 'vitest';
import { accountMailTasks } from '#server/features/accounts/mail/account-mail-jobs.ts';
import { createFeedAddress, feedFile } from '#server/features/handovers/calendar/calendar.service.ts';
import { queueDueMails, sendMail } from '#server/features/notifications/mail/notification-mail-delivery.ts';
import {
  makeUnsubscribeToken,
  unsubscribeState,
} from '#server/features/notifications/unsubscribe/unsubscribe.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';

// a community in a language without a catalog: texts in it cannot be translated, so each failure names the language
const fixture = await mailFixture();
const { clock, db, mailbox, mailsTo, notice, queued, reachable, tell } = fixture;
const ctx = {
  ...fixture.ctx,
  settings: { ...fixture.ctx.settings, language: 'x1' },
};
const CATALOG = 'locales/x1.po';

/** A person whose profile has this language: 'en', or one that the app does not have. */
async function reading(language: 'en' | 'tlh') {
  const person = await reachable();
  await db.updateTable('person').set({ language }).where('id', '=', person.id).execute();
  return person;
}

test('a mail about notifications is in the recipient’s language, or in the community’s', async () => {
  const [ana, june] = [await reading('en'), await reading('tlh')];
  const send = async (): Promise<void> => {
    await queueDueMails(ctx);
    for (const { mailId, turn } of await queued()) await sendMail(ctx, mailId, turn);
  };
  await tell(notice(ana, 'listing_claimed', june));
  await send();
  expect(mailsTo(ana)[0]?.html).toContain('<html lang="en">');
  await tell(notice(june, 'listing_claimed', ana));
  await expect(send()).rejects.toThrow(CATALOG);
});

test('a mail about an account is in its person’s language, or in the community’s', async () => {
  const [ana, june] = [await reading('en'), await reading('tlh')];
  const send = ({ email }: { readonly email: string }) =>
    accountMailTasks['mail-reset-link']?.run(ctx, { email, askedAt: clock.now().toISOString() });
  await send(ana);
  expect((await mailbox.mailTo(ana.email)).html).toContain('<html lang="en">');
  await expect(send(june)).rejects.toThrow(CATALOG);
});

test('a calendar is in its owner’s language, or in the community’s', async () => {
  const [ana, june] = [await reading('en'), await reading('tlh')];
  const read = async ({ caller }: typeof ana) =>
    feedFile(ctx, (await createFeedAddress(ctx, caller)).split('/').at(-2) ?? '');
  expect(await read(ana)).toContain('PRODID:-//OpenLarder//Pickups//EN');
  await expect(read(june)).rejects.toThrow(CATALOG);
});

test('the page of an unsubscribe link is in its owner’s language, or in the community’s', async () => {
  const languages = [await reading('en'), await reading('tlh')].map(async ({ id: personId }) => {
    const token = makeUnsubscribeToken(ctx.settings.sessionSecret, { personId, scope: 'all' });
    return (await unsubscribeState(ctx, token))?.reader.language;
  });
  expect(await Promise.all(languages)).toEqual(['en', 'x1']);
});
