import { REMOVABLE_KINDS, type RemovableKind } from '#server/features/moderation/admin.service.ts';
import { type Act, isId, Refusal } from './asking.ts';
import type { Community } from './open-community.ts';
import { makeTimeOf, printable, tableLines } from './printing.ts';
import { makeReportAct } from './report-acts.ts';

/** Known without a community, so that help and mistakes cost nothing. */
const ACT_NAMES = [
  'reports',
  'grant',
  'revoke',
  'verify',
  'unverify',
  'pause',
  'resume',
  'remove',
  'log',
] as const;
type ActName = (typeof ACT_NAMES)[number];

export const isActName = (name: string): name is ActName => ACT_NAMES.some((one) => one === name);

/** What can be done, by the word that asks for it; each gives the lines to print. */
export function makeActs(community: Community): Readonly<Record<ActName, Act>> {
  const { admin, settings } = community;
  const timeOf = makeTimeOf(settings.timeZone);

  async function person(emailOrId: string | undefined) {
    if (!emailOrId) throw new Refusal('Whom? Give an e-mail address or an id.', 2);
    const found = await admin.findPerson(emailOrId);
    if (!found)
      throw new Refusal(
        `There is nobody here with the e-mail or id ${printable(emailOrId)}. Nothing was changed.`,
      );
    return found;
  }
  type Found = Awaited<ReturnType<typeof person>>;
  const named = ({ name, email }: Found): string => `${printable(name)} <${printable(email)}>`;

  /** An act on a person that says what it did, or what is so already. */
  const onPerson =
    (change: (id: string) => Promise<void>, isSo: (found: Found) => boolean, so: string): Act =>
    async ({ words }) => {
      const found = await person(words[0]);
      if (isSo(found)) return [`${named(found)} ${so} already.`];
      await change(found.id);
      return [`${named(found)} ${so} now.`];
    };

  const told = settings.mail ? 'They are told by mail.' : 'They see it when they next open the app.';

  return {
    reports: makeReportAct(community, timeOf),

    grant: onPerson(admin.grantAdmin, ({ isAdmin }) => isAdmin, 'is one of those who run the community'),
    revoke: onPerson(
      admin.revokeAdmin,
      ({ isAdmin }) => !isAdmin,
      'is not one of those who run the community',
    ),
    verify: onPerson(admin.verifyPerson, ({ verified }) => verified, 'is verified'),
    unverify: onPerson(admin.unverifyPerson, ({ verified }) => !verified, 'is not verified'),

    async pause({ words: [who, ...reason] }) {
      const found = await person(who);
      if (found.pausedAt && reason.length === 0) return [`${named(found)} is paused already.`];
      await admin.pausePerson(found.id, reason.join(' '));
      if (found.pausedAt) return [`${named(found)} was paused already; the reason is noted.`];
      return [`${named(found)} is paused. What they offered was taken back. ${told}`];
    },
    async resume({ words }) {
      const found = await person(words[0]);
      if (!found.pausedAt) return [`${named(found)} is not paused.`];
      await admin.resumePerson(found.id);
      return [`${named(found)} may go on. ${told}`];
    },

    async remove({ words: [what, which], confirm }) {
      const kind = REMOVABLE_KINDS.find((one): one is RemovableKind => one === what);
      if (!kind || !which) throw new Refusal(`Remove what? ${REMOVABLE_KINDS.join(', ')}, then its id.`, 2);
      const subject = kind === 'person' ? await person(which) : null;
      const name = subject ? `the account of ${named(subject)}` : `the ${kind} ${printable(which)}`;
      const id = subject?.id ?? which;
      if (!subject && !isId(which)) throw new Refusal(`There is no ${kind} with the id ${printable(which)}.`);
      if (!(await confirm(`Remove ${name} for good?`)))
        throw new Refusal('Nothing was changed. (Without a terminal, add --yes.)');
      if (!(await admin.remove(kind, id)))
        throw new Refusal(`There is no ${kind} with the id ${printable(which)}.`);
      return [`Removed ${name}.`];
    },

    async log() {
      const rows = await admin.latestActs();
      if (rows.length === 0) return ['Nothing was done yet.'];
      return tableLines(
        ['when', 'act', 'what', 'id', 'note'],
        rows.map((row) => [timeOf(row.created_at), row.act, row.subject_type, row.subject_id, row.note]),
      );
    },
  };
}
