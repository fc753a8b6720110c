import { pausesMail, withRefusal } from '@openlarder/domain/accounts/mail-refusals.ts';
import * as z from 'zod/mini';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Task } from '#server/platform/feature-module.ts';
import type { MailOutcome } from '#server/platform/mail/mailer.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { announceAccount } from '../accounts.events.ts';
import { lockPerson, type PersonRow, personById, updatePerson } from '../accounts.store.ts';
import { deleteLinksOf, hasLaterLink, personByEmail } from '../auth/credentials.store.ts';
import {
  isStale,
  issueLink,
  issueLinkAndCode,
  type LinkKind,
} from '../auth/recovery/email-links.internal.ts';
import { byId as pendingById } from '../auth/sign-up/pending-sign-ups.store.ts';
import { languageOf } from '../profile/person-queries.ts';
import { type AccountMail, type AccountMailInput, accountMail } from './account-mails.internal.ts';

// Queued jobs contain only the person or the email. Text and link are made when the mail is sent, so that no table
// contains a usable link and each try uses the current state.

const RESET = 'mail-reset-link';
const CONFIRMATION = 'mail-confirmation-link';
const SIGN_UP = 'mail-sign-up';
const EMAIL_CHANGE = 'mail-email-change';
const EMAIL_CHANGED = 'mail-email-changed';
const PASSWORD_CHANGED = 'mail-password-changed';
const PAUSED = 'mail-account-paused';
const RESUMED = 'mail-account-resumed';

/** Mails that everyone can cause, signed out. */
const BY_STRANGERS = { isSignedOut: true };

const asked = { askedAt: z.iso.datetime() };
const toAddress = z.object({ email: z.string(), ...asked });
const toPending = z.object({ pendingId: z.string() });
const toPerson = z.object({ personId: z.string(), ...asked });
const toPersonAt = z.object({ personId: z.string(), email: z.string(), ...asked });

type Recipient = Pick<PersonRow, 'id' | 'email' | 'first_name' | 'language' | 'discreet'>;
type Details = Pick<AccountMailInput, 'url' | 'code' | 'reason'>;

const askedNow = ({ clock }: AppContext) => ({ askedAt: clock.now().toISOString() });

async function sendTo(
  ctx: AppContext,
  person: Recipient,
  mail: AccountMail,
  details: Details = {},
  { isOwnAddress = true, isSignedOut = false } = {},
): Promise<void> {
  const { appName, adminEmail, publicUrl } = ctx.settings;
  const text = accountMail(mail, {
    ...details,
    language: languageOf(ctx, person),
    appName,
    adminEmail,
    firstName: person.first_name,
    isDiscreet: person.discreet,
    signInUrl: `${publicUrl}/api/login`,
  });
  const outcome = await ctx.mailer.send(person.email, text, { isSignedOut });
  if (isOwnAddress) await noteMailOutcome(ctx, person.id, outcome);
}

async function sendLink(
  ctx: AppContext,
  person: Recipient,
  kind: LinkKind,
  mail: AccountMail,
  options: { readonly isSignedOut?: boolean } = {},
): Promise<void> {
  const url = await inTransaction(ctx, (tx) => issueLink(tx, kind, person.id));
  await sendTo(ctx, person, mail, { url }, options);
}

async function openAccount(ctx: AppContext, personId: string) {
  const person = await personById(ctx.db, personId);
  return person && !person.closed_at ? person : null;
}

/** Sends it without a job, so that a fault of the mail server is thrown. */
export async function sendConfirmationMail(ctx: AppContext, personId: string): Promise<void> {
  const person = await openAccount(ctx, personId);
  if (person && !person.email_verified) await sendLink(ctx, person, 'verify', 'confirm');
}

/** A task with its payload parsed. */
const taskOf = <Schema extends z.ZodMiniType>(
  payload: Schema,
  run: (ctx: AppContext, given: z.output<Schema>) => Promise<void>,
): Task => ({ run: (ctx, given) => run(ctx, payload.parse(given)) });

/** A mail that is not sent if it was asked for longer ago than a link of this kind is valid. */
const unlessStale = <Schema extends z.ZodMiniType<{ readonly askedAt: string }>>(
  kind: LinkKind,
  payload: Schema,
  run: (ctx: AppContext, given: z.output<Schema>) => Promise<void>,
): Task =>
  taskOf(payload, async (ctx, given) => {
    if (!isStale(ctx, kind, new Date(given.askedAt))) await run(ctx, given);
  });

export const accountMailTasks: Readonly<Record<string, Task>> = {
  [RESET]: unlessStale('reset', toAddress, async (ctx, { email }) => {
    const person = await personByEmail(ctx.db, email);
    if (person) await sendLink(ctx, person, 'reset', 'reset', BY_STRANGERS);
  }),
  [CONFIRMATION]: unlessStale('verify', toPerson, (ctx, { personId }) => sendConfirmationMail(ctx, personId)),
  [EMAIL_CHANGE]: unlessStale('verify', toPersonAt, async (ctx, { personId, email, ...job }) => {
    const person = await openAccount(ctx, personId);
    // the owner of a known address is not told: the link would be refused
    if (!person || (await personByEmail(ctx.db, email))) return;
    const askedAt = new Date(job.askedAt);
    const url = await inTransaction(ctx, async (tx) => {
      // of mails that are made at the same time, the one that was asked for last has the valid link
      await lockPerson(tx.db, person.id);
      if (await hasLaterLink(tx.db, person.id, 'verify', askedAt)) return null;
      await deleteLinksOf(tx.db, person.id, 'verify');
      return issueLink(tx, 'verify', person.id, { email, askedAt });
    });
    if (url === null) return;
    await sendTo(ctx, { ...person, email }, 'new-email', { url }, { isOwnAddress: false });
  }),
  [EMAIL_CHANGED]: unlessStale('verify', toPersonAt, async (ctx, { personId, email }) => {
    const person = await openAccount(ctx, personId);
    if (person) await sendTo(ctx, { ...person, email }, 'email-changed', {}, { isOwnAddress: false });
  }),
  [SIGN_UP]: taskOf(toPending, async (ctx, { pendingId }) => {
    const pending = await pendingById(ctx.db, pendingId, ctx.clock.now());
    if (!pending) return;
    const owner = await personByEmail(ctx.db, pending.email);
    if (owner) return sendLink(ctx, owner, 'reset', 'known', BY_STRANGERS);
    const opening = await issueLinkAndCode(ctx, pending.id);
    await sendTo(ctx, { ...pending, discreet: false }, 'sign-up', opening, BY_STRANGERS);
  }),
  [PASSWORD_CHANGED]: unlessStale('verify', toPerson, async (ctx, { personId }) => {
    const person = await openAccount(ctx, personId);
    if (person) await sendTo(ctx, person, 'changed');
  }),
  [PAUSED]: taskOf(toPerson, async (ctx, { personId }) => {
    const person = await openAccount(ctx, personId);
    if (!person?.paused_at) return;
    // an admin's reason may mention food, which discreet mails do not
    await sendTo(ctx, person, 'paused', { reason: person.discreet ? null : person.paused_reason });
  }),
  [RESUMED]: taskOf(toPerson, async (ctx, { personId }) => {
    const person = await openAccount(ctx, personId);
    if (person && !person.paused_at) await sendTo(ctx, person, 'resumed', { url: ctx.settings.publicUrl });
  }),
};

export const queueResetMail = (tx: TxContext, email: string): Promise<void> =>
  tx.jobs.add(tx, RESET, { email, ...askedNow(tx) });

export const queueConfirmationMail = (tx: TxContext, personId: string): Promise<void> =>
  tx.jobs.add(tx, CONFIRMATION, { personId, ...askedNow(tx) });

/** Queues the mail that confirms a new address, to that address, in place of one that is still queued. */
export const queueEmailChangeMail = (tx: TxContext, personId: string, email: string): Promise<void> =>
  tx.jobs.add(tx, EMAIL_CHANGE, { personId, email, ...askedNow(tx) }, { key: `${EMAIL_CHANGE}:${personId}` });

/** Queues the mail that tells the former address. */
export async function queueEmailChangedMail(tx: TxContext, personId: string, email: string): Promise<void> {
  if (tx.settings.mail) await tx.jobs.add(tx, EMAIL_CHANGED, { personId, email, ...askedNow(tx) });
}

/** Queues the mail that opens a pending sign-up, or tells a known email that it has an account. */
export const queueSignUpMail = (tx: TxContext, pendingId: string): Promise<void> =>
  tx.jobs.add(tx, SIGN_UP, { pendingId });

export const queuePasswordChangedMail = (tx: TxContext, personId: string): Promise<void> =>
  queueIfMailed(tx, PASSWORD_CHANGED, personId);

export const queuePausedMail = (tx: TxContext, personId: string): Promise<void> =>
  queueIfMailed(tx, PAUSED, personId);

export const queueResumedMail = (tx: TxContext, personId: string): Promise<void> =>
  queueIfMailed(tx, RESUMED, personId);

/** Queues only if there is a mail server: these mails must not be printed to the log. */
async function queueIfMailed(tx: TxContext, name: string, personId: string): Promise<void> {
  if (tx.settings.mail) await tx.jobs.add(tx, name, { personId, ...askedNow(tx) });
}

/** Notes what became of a mail to a person: refusals pause mails about notifications, a mail that is taken ends that. */
export async function noteMailOutcome(
  ctx: AppContext,
  personId: string,
  outcome: MailOutcome,
): Promise<void> {
  if (outcome === 'taken' && ((await personById(ctx.db, personId))?.mail_refused_at ?? []).length === 0)
    return;
  await inTransaction(ctx, async (tx) => {
    const person = await lockPerson(tx.db, personId);
    if (!person) return;
    const before = person.mail_refused_at.map(Number);
    const after = outcome === 'taken' ? [] : withRefusal(before, tx.clock.now().getTime());
    await updatePerson(tx.db, personId, { mail_refused_at: after.map((ms) => new Date(ms)) });
    if (pausesMail(before) === pausesMail(after)) return;
    await announceAccount(tx, personId);
  });
}
