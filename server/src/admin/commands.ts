import { INVITATION_DAYS } from '@openlarder/domain/accounts/account-fields.ts';
import { emailSchema } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { co2LbsRange } from '@openlarder/domain/kernel/impact-factors.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import { createSetupLink } from '#server/features/accounts/auth/sign-up/first-organizer.ts';
import { communityImpact } from '#server/features/impact/impact.service.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import * as recognition from '#server/features/recognition/recognition.service.ts';
import { listHelpOffers } from '#server/features/volunteers/volunteers.service.ts';
import { REMOVABLE_KINDS, type RemovableKind } from '#server/features/moderation/moderation.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { MailFault, mailServerOf } from '#server/platform/mail/mail-fault.ts';
import { makeMailer } from '#server/platform/mail/mailer.ts';
import { mailTexts } from '#server/platform/mail/mail-texts.ts';
import { greetingLine } from '#server/platform/mail/safe-mail-text.ts';
import { acceptFiles, hasOwnFiles, requireOwnFiles } from '#server/platform/object-store.ts';
import { isMoving, moveObjects } from '#server/platform/s3/move-objects.ts';
import { openObjects } from '#server/platform/s3/open-objects.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { adsCommand } from './ad-commands.ts';
import { adminTexts as texts } from './admin-texts.ts';
import {
  type AdminCommand,
  COMMAND_LINE,
  type CommandInput,
  type CommandName,
  CommandError,
} from './admin-command.ts';
import { donationsCommand } from './donation-commands.ts';
import { reportsCommand } from './report-commands.ts';
import { formatTime, printable, tableLines } from './terminal-format.ts';
import { createInvitation } from '../features/accounts/trust/trust.ts';

type Person = NonNullable<Awaited<ReturnType<typeof admin.findPerson>>>;

const LISTED = 50;

/** A person by email or id. A name only lists the people who have it, since names are not unique. */
async function requirePerson(
  ctx: AppContext,
  translate: Translate,
  given: string | undefined,
): Promise<Person> {
  const command = `${COMMAND_LINE} people <part of a name>`;
  if (!given) throw new CommandError(translate(texts, 'who-needed', { command }), 2);
  const found = await admin.findPerson(ctx, given);
  if (found) return found;
  const named = await admin.searchPeople(ctx, given, LISTED);
  const values = { given: printable(given), count: named.length, command };
  if (named.length === 0) throw new CommandError(translate(texts, 'who-unknown', values));
  throw new CommandError(
    [translate(texts, 'who-named', values), '', ...peopleTable(translate, named)].join('\n'),
  );
}

function peopleTable(translate: Translate, people: readonly Person[]): string[] {
  const headings = (['name', 'email', 'id', 'kind', 'status'] as const).map((name) =>
    translate(texts, `people.heading.${name}`),
  );
  const statusOf = ({ verified, isAdmin, pausedAt }: Person) =>
    [
      verified ? ('verified' as const) : ('unverified' as const),
      ...(isAdmin ? ['organizer' as const] : []),
      ...(pausedAt ? ['paused' as const] : []),
    ].map((status) => translate(texts, `people.status.${status}`));
  return tableLines(
    headings,
    people.map((person) => [
      person.name,
      person.email,
      person.id,
      translate(texts, `people.kind.${person.isBusiness ? 'business' : person.userType}`),
      statusOf(person).join(', '),
    ]),
  );
}

async function findPeople(ctx: AppContext, { translate, args }: CommandInput) {
  const given = args.join(' ').trim();
  if (given === '') throw new CommandError(translate(texts, 'people.which'), 2);
  const found = await admin.searchPeople(ctx, given, LISTED + 1);
  if (found.length === 0)
    throw new CommandError(translate(texts, 'people.none', { given: printable(given) }));
  const lines = peopleTable(translate, found.slice(0, LISTED));
  return found.length > LISTED ? [...lines, '', translate(texts, 'people.more')] : lines;
}

const nameOf = ({ name, email }: Person): string => `${printable(name)} <${printable(email)}>`;

/** A command that changes a person and prints what it did, or that there was nothing to change. */
const change =
  (
    name: 'grant' | 'revoke' | 'verify' | 'unverify' | 'vouch' | 'unvouch',
    apply: (ctx: AppContext, personId: string) => Promise<void>,
    isApplied: (person: Person) => boolean,
  ): AdminCommand =>
  async (ctx, { translate, args }) => {
    const person = await requirePerson(ctx, translate, args[0]);
    const who = nameOf(person);
    if (isApplied(person)) return [translate(texts, `${name}.already`, { who })];
    await apply(ctx, person.id);
    return [translate(texts, `${name}.done`, { who })];
  };

async function pause(ctx: AppContext, { translate, args: [given, ...reason] }: CommandInput) {
  const person = await requirePerson(ctx, translate, given);
  const who = nameOf(person);
  if (person.pausedAt && reason.length === 0) return [translate(texts, 'pause.already', { who })];
  await admin.pausePerson(ctx, person.id, reason.join(' '));
  if (person.pausedAt) return [translate(texts, 'pause.noted', { who })];
  return [translate(texts, ctx.settings.mail ? 'pause.done-mailed' : 'pause.done', { who })];
}

async function resume(ctx: AppContext, { translate, args }: CommandInput) {
  const person = await requirePerson(ctx, translate, args[0]);
  const who = nameOf(person);
  if (!person.pausedAt) return [translate(texts, 'resume.already', { who })];
  await admin.resumePerson(ctx, person.id);
  return [translate(texts, ctx.settings.mail ? 'resume.done-mailed' : 'resume.done', { who })];
}

async function remove(ctx: AppContext, { translate, args: [what, which], confirm }: CommandInput) {
  const kind = REMOVABLE_KINDS.find((one): one is RemovableKind => one === what);
  if (!kind || !which)
    throw new CommandError(translate(texts, 'remove.what', { kinds: REMOVABLE_KINDS.join(', ') }), 2);
  const person = kind === 'person' ? await requirePerson(ctx, translate, which) : null;
  const removed = { what: person ? nameOf(person) : printable(which) };
  const unknown = () =>
    new CommandError(translate(texts, `remove.unknown.${kind}`, { id: printable(which) }));
  if (!person && !idSchema.safeParse(which).success) throw unknown();
  if (!(await confirm(translate(texts, `remove.ask.${kind}`, removed))))
    throw new CommandError(translate(texts, 'remove.unconfirmed'));
  if (!(await admin.removeContent(ctx, kind, person?.id ?? which))) throw unknown();
  return [translate(texts, `remove.done.${kind}`, removed)];
}

async function points(ctx: AppContext, { translate, args: [what] }: CommandInput) {
  if (what !== 'rebuild') throw new CommandError(translate(texts, 'points.what'), 2);
  const { totals, months, histogram } = await recognition.rebuildPoints(ctx);
  if (totals + months + histogram === 0) return [translate(texts, 'points.right')];
  return [translate(texts, 'points.rebuilt', { totals, months, histogram })];
}

async function volunteers(ctx: AppContext, { translate }: CommandInput) {
  const offers = await listHelpOffers(ctx);
  if (offers.length === 0) return [translate(texts, 'volunteers.none')];
  const headings = (['who', 'days', 'times', 'area', 'transport'] as const).map((name) =>
    translate(texts, `heading.${name}`),
  );
  return tableLines(
    headings,
    offers.map(({ name, email, days, times, area, transport }) => [
      `${printable(name)} <${printable(email)}>`,
      days.join(', '),
      times.join(', '),
      printable(area),
      transport.join(', '),
    ]),
  );
}

async function impact(ctx: AppContext, { translate }: CommandInput) {
  const months = await communityImpact(ctx);
  const headings = (['month', 'meals', 'co2', 'people'] as const).map((name) =>
    translate(texts, `impact.heading.${name}`),
  );
  const rows = months.map(({ month, mealsShared, co2Saved, peopleHelped }) => {
    const { low, high } = co2LbsRange(mealsShared);
    return [
      month,
      String(mealsShared),
      `${Math.round(co2Saved)} (${Math.round(low)} – ${Math.round(high)})`,
      String(peopleHelped),
    ];
  });
  return [...tableLines(headings, rows), '', translate(texts, 'impact.note')];
}

async function log(ctx: AppContext, { translate }: CommandInput) {
  const acts = await admin.latestAdminActions(ctx);
  if (acts.length === 0) return [translate(texts, 'log.none')];
  const headings = (['when', 'action', 'what', 'id', 'note'] as const).map((name) =>
    translate(texts, `heading.${name}`),
  );
  return tableLines(
    headings,
    acts.map(({ created_at, act, subject_type, subject_id, note }) => [
      formatTime(ctx, created_at),
      act,
      subject_type,
      subject_id,
      note,
    ]),
  );
}

async function testMail(ctx: AppContext, { translate, args: [given] }: CommandInput) {
  const { mail, adminEmail, appName } = ctx.settings;
  if (!mail) throw new CommandError(translate(texts, 'test-mail.no-server'));
  const to = given ?? adminEmail;
  if (!to || !emailSchema.safeParse(to).success)
    throw new CommandError(
      translate(texts, 'test-mail.whom', { command: `${COMMAND_LINE} test-mail <email>` }),
      2,
    );
  const values = { email: printable(to), from: printable(mail.from), server: mailServerOf(mail.smtpUrl) };
  try {
    // not by the context, which sends nothing beside a server
    const mailer = makeMailer({ settings: ctx.settings, log: ctx.log, print: () => {} });
    const outcome = await mailer.send(to, {
      language: translate.language,
      isDiscreet: false,
      subject: translate(texts, 'test-mail.subject', { app: appName }),
      greeting: greetingLine(translate, ''),
      paragraphs: [translate(texts, 'test-mail.text')],
    });
    if (outcome === 'taken') return [translate(texts, 'test-mail.sent', values)];
    throw new CommandError(translate(texts, 'test-mail.address-refused', values));
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    const { remedy } = error;
    throw new CommandError(
      [
        translate(texts, 'test-mail.failed', values),
        printable(error.said),
        translate(mailTexts, `remedy.${remedy}`),
      ].join('\n'),
    );
  }
}

/**
 * `photos accept`: the way on after the photos were lost, or restored beside another database. `photos move`: what is left in
 * the folder goes into the object store.
 */
async function photos(ctx: AppContext, { translate, args: [what], confirm }: CommandInput) {
  if (what !== 'accept' && what !== 'move') throw new CommandError(translate(texts, 'photos.what'), 2);
  const files = openObjects(ctx.settings);
  const folder = files.place;
  if (what === 'move') return movePhotos(ctx, translate, files);
  if (await hasOwnFiles(ctx.db, ctx.objects)) return [translate(texts, 'photos.already', { folder })];
  if (!(await confirm(translate(texts, 'photos.ask', { folder }))))
    throw new CommandError(translate(texts, 'remove.unconfirmed'));
  await acceptFiles(ctx.db, files);
  return [translate(texts, 'photos.accepted', { folder })];
}

async function movePhotos(
  { db }: AppContext,
  translate: Translate,
  { objects, bucket, former, place }: ReturnType<typeof openObjects>,
) {
  if (!bucket || !former) throw new CommandError(translate(texts, 'photos.move-unset'));
  if (!(await hasOwnFiles(db, objects)))
    throw new CommandError(translate(texts, 'photos.move-early', { place }));
  // a folder may have what moves to the store of another
  await requireOwnFiles(db, { objects, place, former });
  const move = { from: former.objects, to: bucket };
  const folder = former.place;
  if (!(await isMoving(move))) return [translate(texts, 'photos.move-none', { folder })];
  return [translate(texts, 'photos.moved', { count: await moveObjects(move), place, folder })];
}

export const COMMANDS: Readonly<Record<CommandName, AdminCommand>> = {
  async setup(ctx, { translate }) {
    const url = await createSetupLink(ctx);
    if (url === null) throw new CommandError(translate(texts, 'setup.already'));
    return [translate(texts, 'setup.done'), url];
  },
  people: findPeople,
  reports: reportsCommand,
  grant: change('grant', admin.grantAdmin, ({ isAdmin }) => isAdmin),
  revoke: change('revoke', admin.revokeAdmin, ({ isAdmin }) => !isAdmin),
  verify: change('verify', admin.verifyPerson, ({ verified }) => verified),
  unverify: change('unverify', admin.unverifyPerson, (person) => !person.countsAsVerified),
  vouch: change('vouch', admin.vouchForPerson, ({ isVouchedFor }) => isVouchedFor),
  unvouch: change('unvouch', admin.withdrawVouch, ({ isVouchedFor }) => !isVouchedFor),
  invite: async (ctx, { translate }) => [
    translate(texts, 'invite.done', { days: INVITATION_DAYS }),
    await createInvitation(ctx),
  ],
  pause,
  resume,
  remove,
  points,
  photos,
  volunteers,
  impact,
  ads: adsCommand,
  donations: donationsCommand,
  'test-mail': testMail,
  log,
};
