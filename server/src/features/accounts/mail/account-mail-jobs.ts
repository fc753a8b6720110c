import * as z from 'zod/mini';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { Job } from '#server/platform/jobs.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import {
  confirmationMail,
  knownAddressMail,
  passwordChangedMail,
  pausedMail,
  resetMail,
  resumedMail,
} from './account-mail-texts.ts';
import type { AccountsParts } from '../accounts.parts.ts';
import { personById } from '../accounts.store.ts';
import { personByEmail } from '../auth/credentials.store.ts';
import type { LinkKind, EmailLinks } from '../auth/recovery/email-links.ts';

const RESET = 'mail-reset-link';
const CONFIRMATION = 'mail-confirmation-link';
const KNOWN_ADDRESS = 'mail-known-address';
const PASSWORD_CHANGED = 'mail-password-changed';
const PAUSED = 'mail-account-paused';
const RESUMED = 'mail-account-resumed';

const asked = { askedAt: z.iso.datetime() };
const toAddress = z.object({ email: z.string(), ...asked });
const toPerson = z.object({ personId: z.string(), ...asked });

type Recipient = { readonly id: string; readonly email: string; readonly first_name: string };
export type AccountMailJobs = ReturnType<typeof makeAccountMailJobs>;

/**
 * The mails about an account. What is queued says only whom it is about: the text and the link are made when the
 * mail goes out, so that no table holds what opens an account, and each try looks at how things are by then.
 */
export function makeAccountMailJobs(
  { db, clock, jobs, mailer, mail, adminEmail, appName, publicUrl }: AccountsParts,
  links: EmailLinks,
) {
  const signInUrl = `${publicUrl}/api/login`;
  const askedNow = () => ({ askedAt: clock.now().toISOString() });

  async function sendTo(
    person: Recipient,
    text: (names: Parameters<typeof resetMail>[0]) => MailText,
  ): Promise<void> {
    await mailer.send(person.email, text({ appName, firstName: person.first_name }));
  }

  async function sendLink(
    person: Recipient,
    kind: LinkKind,
    text: (names: Parameters<typeof resetMail>[0], url: string) => MailText,
  ): Promise<void> {
    const url = await inTransaction(db, (tx) => links.issue(tx, kind, person.id));
    await sendTo(person, (names) => text(names, url));
  }

  async function openAccount(personId: string) {
    const person = await personById(db, personId);
    return person && !person.closed_at ? person : null;
  }

  const tasks: Record<string, Job> = {
    async [RESET](payload) {
      const { email, askedAt } = toAddress.parse(payload);
      if (links.isStale('reset', new Date(askedAt))) return;
      const person = await personByEmail(db, email);
      if (person) await sendLink(person, 'reset', resetMail);
    },
    async [CONFIRMATION](payload) {
      const { personId, askedAt } = toPerson.parse(payload);
      if (links.isStale('verify', new Date(askedAt))) return;
      const person = await openAccount(personId);
      if (person && !person.email_verified) await sendLink(person, 'verify', confirmationMail);
    },
    async [KNOWN_ADDRESS](payload) {
      const { email, askedAt } = toAddress.parse(payload);
      if (links.isStale('reset', new Date(askedAt))) return;
      const person = await personByEmail(db, email);
      if (person) await sendLink(person, 'reset', (names, url) => knownAddressMail(names, url, signInUrl));
    },
    async [PASSWORD_CHANGED](payload) {
      const { personId, askedAt } = toPerson.parse(payload);
      if (links.isStale('verify', new Date(askedAt))) return;
      const person = await openAccount(personId);
      if (person) await sendTo(person, (names) => passwordChangedMail(names, signInUrl));
    },
    async [PAUSED](payload) {
      const person = await openAccount(toPerson.parse(payload).personId);
      if (!person?.paused_at) return;
      const said = { reason: person.paused_reason, writeTo: adminEmail };
      await sendTo(person, (names) => pausedMail(names, said));
    },
    async [RESUMED](payload) {
      const person = await openAccount(toPerson.parse(payload).personId);
      if (person && !person.paused_at) await sendTo(person, (names) => resumedMail(names, publicUrl));
    },
  };

  /** Only where there is a mail server: nobody looks for it in a log. */
  async function queueWhereMailed(tx: Tx, name: string, personId: string): Promise<void> {
    if (mail) await jobs.add(tx, name, { personId, ...askedNow() });
  }

  return {
    tasks,
    queueReset: (tx: Tx, email: string) => jobs.add(tx, RESET, { email, ...askedNow() }),
    queueConfirmation: (tx: Tx, personId: string) => jobs.add(tx, CONFIRMATION, { personId, ...askedNow() }),
    queueKnownAddress: (tx: Tx, email: string) => jobs.add(tx, KNOWN_ADDRESS, { email, ...askedNow() }),
    queuePasswordChanged: (tx: Tx, personId: string) => queueWhereMailed(tx, PASSWORD_CHANGED, personId),
    queuePaused: (tx: Tx, personId: string) => queueWhereMailed(tx, PAUSED, personId),
    queueResumed: (tx: Tx, personId: string) => queueWhereMailed(tx, RESUMED, personId),
  };
}
