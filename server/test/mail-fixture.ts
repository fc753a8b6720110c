import type { MailTopic, NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import {
  queueDueMails,
  SEND_MAIL,
  sendMail,
} from '#server/features/notifications/mail/notification-mail-delivery.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { makeUnsubscribeToken } from '#server/features/notifications/unsubscribe/unsubscribe.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestPerson } from './factories/people.ts';
import { openMailbox } from './mailbox.ts';
import { testApp } from './test-app.ts';

/** The app with mail switched on, whose queue only the test processes, and its mail server. */
export async function mailFixture(env: Readonly<Record<string, string>> = {}) {
  const mailbox = await openMailbox();
  const app = await testApp({ SMTP_URL: mailbox.url, MAIL_FROM: 'The Larder <food@example.org>', ...env });
  const { ctx, db, pool, newId, createPerson } = app;

  /** A person who has verified their email address. */
  async function reachable(over: Parameters<typeof createPerson>[0] = {}): Promise<TestPerson> {
    const person = await createPerson(over);
    await db.updateTable('person').set({ email_verified: true }).where('id', '=', person.id).execute();
    return person;
  }

  /** A notice for a person, about a new claim or conversation by default. */
  function notice(
    to: TestPerson,
    kind: NotificationKind,
    from: TestPerson | null,
    over: Partial<notifications.Notice> = {},
  ): notifications.Notice {
    const type = kind === 'message_received' ? 'conversation' : 'claim';
    return {
      personId: to.id,
      kind,
      subject: { type, id: newId() },
      actorId: from?.id ?? null,
      listingTitle: 'Sourdough loaves',
      ...over,
    };
  }
  const tell = (given: notifications.Notice): Promise<void> =>
    inTransaction(ctx, (tx) => notifications.notify(tx, given));

  /** The queued mails, taken off the queue. */
  async function queued(): Promise<{ mailId: string; turn: number }[]> {
    const { rows } = await pool.query<{ payload: { mailId: string; turn: number } }>(
      `select payload from graphile_worker.complete_jobs(
         array(select id from graphile_worker.jobs where task_identifier = $1))`,
      [SEND_MAIL],
    );
    return rows.map(({ payload }) => payload);
  }

  /** Runs the jobs of one minute, including everything they queue. */
  async function aMinute(): Promise<void> {
    await queueDueMails(ctx);
    for (const { mailId, turn } of await queued()) await sendMail(ctx, mailId, turn);
  }

  const mailsTo = (person: Pick<TestPerson, 'email'>) =>
    mailbox.mails.filter(({ to }) => to.includes(person.email));
  /** How many of a person's mails are still due or on their way. */
  async function waitingFor(person: TestPerson): Promise<number> {
    const { rowCount } = await pool.query(
      `select from notification where person_id = $1 and mailed_at is null and mail_due_at is not null
       and read_at is null`,
      [person.id],
    );
    return rowCount ?? 0;
  }
  const unsubscribePath = (personId: string, scope: readonly MailTopic[] | 'all'): string =>
    `/api/mail/unsubscribe?token=${makeUnsubscribeToken(ctx.settings.sessionSecret, { personId, scope })}`;
  return { ...app, mailbox, reachable, notice, tell, queued, aMinute, mailsTo, waitingFor, unsubscribePath };
}
