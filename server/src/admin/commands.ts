import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import { REMOVABLE_KINDS, type RemovableKind } from '#server/features/moderation/moderation.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type AdminCommand, type CommandName, Refusal } from './command.ts';
import { reportsCommand } from './report-commands.ts';
import { formatTime, printable, tableLines } from './terminal-format.ts';

type Person = NonNullable<Awaited<ReturnType<typeof admin.findPerson>>>;

async function requirePerson(ctx: AppContext, emailOrId: string | undefined): Promise<Person> {
  if (!emailOrId) throw new Refusal('Whom? Give an e-mail address or an id.', 2);
  const found = await admin.findPerson(ctx, emailOrId);
  if (!found)
    throw new Refusal(
      `There is nobody here with the e-mail or id ${printable(emailOrId)}. Nothing was changed.`,
    );
  return found;
}

const nameOf = ({ name, email }: Person): string => `${printable(name)} <${printable(email)}>`;

const notifiedBy = ({ settings }: AppContext): string =>
  settings.mail ? 'They are told by mail.' : 'They see it when they next open the app.';

/** A change of a person's standing that says what it did, or that it was so already. */
const change =
  (
    apply: (ctx: AppContext, personId: string) => Promise<void>,
    isApplied: (person: Person) => boolean,
    outcome: string,
  ): AdminCommand =>
  async (ctx, { words }) => {
    const person = await requirePerson(ctx, words[0]);
    if (isApplied(person)) return [`${nameOf(person)} ${outcome} already.`];
    await apply(ctx, person.id);
    return [`${nameOf(person)} ${outcome} now.`];
  };

/** The commands by name. */
export const COMMANDS: Readonly<Record<CommandName, AdminCommand>> = {
  reports: reportsCommand,

  grant: change(admin.grantAdmin, ({ isAdmin }) => isAdmin, 'is one of those who run the community'),
  revoke: change(admin.revokeAdmin, ({ isAdmin }) => !isAdmin, 'is not one of those who run the community'),
  verify: change(admin.verifyPerson, ({ verified }) => verified, 'is verified'),
  unverify: change(admin.unverifyPerson, ({ verified }) => !verified, 'is not verified'),

  async pause(ctx, { words: [who, ...reason] }) {
    const person = await requirePerson(ctx, who);
    if (person.pausedAt && reason.length === 0) return [`${nameOf(person)} is paused already.`];
    await admin.pausePerson(ctx, person.id, reason.join(' '));
    if (person.pausedAt) return [`${nameOf(person)} was paused already; the reason is noted.`];
    return [`${nameOf(person)} is paused. What they offered was taken back. ${notifiedBy(ctx)}`];
  },

  async resume(ctx, { words }) {
    const person = await requirePerson(ctx, words[0]);
    if (!person.pausedAt) return [`${nameOf(person)} is not paused.`];
    await admin.resumePerson(ctx, person.id);
    return [`${nameOf(person)} may go on. ${notifiedBy(ctx)}`];
  },

  async remove(ctx, { words: [what, which], confirm }) {
    const kind = REMOVABLE_KINDS.find((one): one is RemovableKind => one === what);
    if (!kind || !which) throw new Refusal(`Remove what? ${REMOVABLE_KINDS.join(', ')}, then its id.`, 2);
    const person = kind === 'person' ? await requirePerson(ctx, which) : null;
    const name = person ? `the account of ${nameOf(person)}` : `the ${kind} ${printable(which)}`;
    const id = person?.id ?? which;
    if (!person && !idSchema.safeParse(which).success)
      throw new Refusal(`There is no ${kind} with the id ${printable(which)}.`);
    if (!(await confirm(`Remove ${name} for good?`)))
      throw new Refusal('Nothing was changed. (Without a terminal, add --yes.)');
    if (!(await admin.removeContent(ctx, kind, id)))
      throw new Refusal(`There is no ${kind} with the id ${printable(which)}.`);
    return [`Removed ${name}.`];
  },

  async log(ctx) {
    const acts = await admin.latestActs(ctx);
    if (acts.length === 0) return ['Nothing was done yet.'];
    return tableLines(
      ['when', 'act', 'what', 'id', 'note'],
      acts.map(({ created_at, act, subject_type, subject_id, note }) => [
        formatTime(ctx, created_at),
        act,
        subject_type,
        subject_id,
        note,
      ]),
    );
  },
};
