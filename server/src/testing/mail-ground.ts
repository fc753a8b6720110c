import type { NotificationKind } from '@openlarder/domain/notifications/notification-contract.ts';
import { SEND_MAIL } from '#server/features/notifications/mailing.ts';
import type { Notice } from '#server/features/notifications/notifications.service.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { TestPerson } from './factories/people.ts';
import { openMailbox } from './mailbox.ts';
import { testApp } from './test-app.ts';

/** The app where mail can be sent and nobody works off the queue but the test, and its mail server. */
export async function mailGround(env: Readonly<Record<string, string>> = {}) {
  const mailbox = await openMailbox();
  const app = await testApp({ SMTP_URL: mailbox.url, MAIL_FROM: 'The Larder <food@example.org>', ...env });
  const { db, pool, newId, plantPerson, features } = app;
  const { notifications } = features;

  /** Somebody who has confirmed their address. */
  async function reachable(over: Parameters<typeof plantPerson>[0] = {}): Promise<TestPerson> {
    const person = await plantPerson(over);
    await db.updateTable('person').set({ email_verified: true }).where('id', '=', person.id).execute();
    return person;
  }

  /** What is told to somebody, about a claim or conversation of its own unless told. */
  function notice(
    to: TestPerson,
    kind: NotificationKind,
    from: TestPerson | null,
    over: Partial<Notice> = {},
  ): Notice {
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
  const tell = (given: Notice): Promise<void> => inTransaction(db, (tx) => notifications.notify(tx, given));

  /** The mails that wait to be sent, taken off the queue. */
  async function queued(): Promise<{ mailId: string; turn: number }[]> {
    const { rows } = await pool.query<{ payload: { mailId: string; turn: number } }>(
      `delete from graphile_worker._private_jobs
       where task_id = (select id from graphile_worker._private_tasks where identifier = $1) returning payload`,
      [SEND_MAIL],
    );
    return rows.map(({ payload }) => payload);
  }

  /** What happens each minute, with all that it queues. */
  async function aMinute(): Promise<void> {
    await notifications.mailWhatIsDue();
    for (const { mailId, turn } of await queued()) await notifications.sendMail(mailId, turn);
  }

  const mailsTo = (person: TestPerson) => mailbox.mails.filter(({ to }) => to.includes(person.email));
  /** What of a person's is still to be mailed or on its way. */
  async function waitingFor(person: TestPerson): Promise<number> {
    const { rowCount } = await pool.query(
      `select from notification where person_id = $1 and mailed_at is null and mail_due_at is not null
       and read_at is null`,
      [person.id],
    );
    return rowCount ?? 0;
  }
  return { ...app, mailbox, reachable, notice, tell, queued, aMinute, mailsTo, waitingFor };
}
