import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import type { ReportDetails } from '#server/features/moderation/admin/admin.service.ts';
import type { Transcript } from '#server/features/moderation/moderation.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type AdminCommand, Refusal } from './command.ts';
import { formatTime, printable, printableBlock, tableLines } from './terminal-format.ts';

const unknown = (id: string): Refusal => new Refusal(`There is no report with the id ${printable(id)}.`);

/** `reports`, `reports show <id>` and `reports close <id> [note]`. */
export const reportsCommand: AdminCommand = async (ctx, { words: [what, id, ...note], talk }) => {
  if (what === undefined) return listReports(ctx);
  if (what !== 'show' && what !== 'close')
    throw new Refusal('Only "reports", "reports show <id>" and "reports close <id> [note]".', 2);
  if (!id) throw new Refusal('Which one? Give the id from "npm run admin -- reports".', 2);
  if (!idSchema.safeParse(id).success) throw unknown(id);
  return what === 'show' ? showReport(ctx, id, talk) : closeReport(ctx, id, note.join(' '));
};

async function listReports(ctx: AppContext): Promise<readonly string[]> {
  const { reports, count } = await admin.listOpenReports(ctx);
  if (count === 0) return ['Nothing is waiting.'];
  const lines = tableLines(
    ['when', 'what', 'reason', 'id'],
    reports.map((row) => [
      formatTime(ctx, row.created_at),
      row.subject_type,
      admin.reportReasonText(row.reason),
      row.id,
    ]),
  );
  const more = count - reports.length;
  return [
    ...lines,
    '',
    ...(more > 0 ? [`And ${more} more.`] : []),
    'To read one: npm run admin -- reports show <id>',
  ];
}

async function showReport(ctx: AppContext, id: string, withTranscript: boolean): Promise<readonly string[]> {
  const found = await admin.reportDetails(ctx, id);
  if (!found) throw unknown(id);
  const lines = reportLines(found, ctx);
  if (!withTranscript) return lines;
  const transcript = await admin.readTranscript(ctx, id);
  return [
    ...lines,
    '',
    ...(transcript ? transcriptLines(transcript, ctx) : ['There is no conversation to it.']),
  ];
}

async function closeReport(ctx: AppContext, id: string, note: string): Promise<readonly string[]> {
  if (await admin.closeReport(ctx, id, note))
    return ['Put aside. Whoever reported it sees that it was read.'];
  if (await admin.reportDetails(ctx, id)) return ['It was put aside already.'];
  throw unknown(id);
}

const nameOf = (person: ReportDetails['about']): string =>
  person
    ? `${printable(person.name)} <${printable(person.email)}>${person.pausedAt ? ' (paused)' : ''}`
    : 'not known, or has left';

function reportLines({ report, reporter, about, reportsAbout }: ReportDetails, ctx: AppContext): string[] {
  return [
    `report    ${report.id}`,
    `when      ${formatTime(ctx, report.created_at)}`,
    `about     ${report.subject_type} ${report.subject_id}`,
    `of        ${nameOf(about)}`,
    ...(reportsAbout > 1 ? [`          ${reportsAbout} reports are about them in all`] : []),
    `from      ${nameOf(reporter)}`,
    `reason    ${printable(admin.reportReasonText(report.reason))}`,
    ...(report.details ? ['they say', ...printableBlock(report.details)] : []),
    ...(report.evidence ? ['it said', ...printableBlock(report.evidence)] : []),
    ...(report.closed_at
      ? [`closed    ${formatTime(ctx, report.closed_at)} ${printable(report.closing_note ?? '')}`.trimEnd()]
      : []),
  ];
}

function transcriptLines({ people, messages }: Transcript, ctx: AppContext): string[] {
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]));
  return messages.map(({ id, saidAt, senderId, content, event, hasPhoto }) => {
    const who = (senderId && names.get(senderId)) ?? '';
    const said = [content, event && `[${event}]`, hasPhoto && '[photo]'].filter(Boolean).join(' ');
    return `    ${formatTime(ctx, new Date(saidAt))}  ${printable(who)}: ${printable(said)}  (message ${id})`;
  });
}
