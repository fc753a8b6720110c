import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import type { ReportDetails } from '#server/features/moderation/admin/admin.service.ts';
import type { Transcript } from '#server/features/moderation/moderation.hooks.ts';
import { reportReasonText } from '#server/features/moderation/reports/report-mails.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { type AdminCommand, COMMAND_LINE, CommandError } from './admin-command.ts';
import { adminTexts as texts } from './admin-texts.ts';
import { formatTime, printable, printableBlock, tableLines } from './terminal-format.ts';

const unknown = (translate: Translate, id: string): CommandError =>
  new CommandError(translate(texts, 'reports.unknown', { id: printable(id) }));

export const reportsCommand: AdminCommand = async (ctx, { translate, args: [what, id, ...note], talk }) => {
  if (what === undefined) return listReports(ctx, translate);
  if (what !== 'show' && what !== 'close') {
    const commands = '"reports", "reports show <id>", "reports close <id> [note]"';
    throw new CommandError(translate(texts, 'reports.what', { commands }), 2);
  }
  if (!id)
    throw new CommandError(translate(texts, 'reports.which', { command: `${COMMAND_LINE} reports` }), 2);
  if (!idSchema.safeParse(id).success) throw unknown(translate, id);
  return what === 'show'
    ? showReport(ctx, translate, id, talk)
    : closeReport(ctx, translate, id, note.join(' '));
};

async function listReports(ctx: AppContext, translate: Translate): Promise<readonly string[]> {
  const { reports, count } = await admin.listOpenReports(ctx);
  if (count === 0) return [translate(texts, 'reports.none')];
  const headings = (['when', 'what', 'reason', 'id'] as const).map((name) =>
    translate(texts, `heading.${name}`),
  );
  const lines = tableLines(
    headings,
    reports.map((row) => [
      formatTime(ctx, row.created_at),
      row.subject_type,
      reportReasonText(translate, row.reason),
      row.id,
    ]),
  );
  const more = count - reports.length;
  return [
    ...lines,
    '',
    ...(more > 0 ? [translate(texts, 'reports.more', { count: more })] : []),
    translate(texts, 'reports.read', { command: `${COMMAND_LINE} reports show <id>` }),
  ];
}

async function showReport(
  ctx: AppContext,
  translate: Translate,
  id: string,
  withTranscript: boolean,
): Promise<readonly string[]> {
  const found = await admin.reportDetails(ctx, id);
  if (!found) throw unknown(translate, id);
  const lines = reportLines(ctx, translate, found);
  if (!withTranscript) return lines;
  const transcript = await admin.readTranscript(ctx, id);
  return [
    ...lines,
    '',
    ...(transcript
      ? transcriptLines(ctx, translate, transcript)
      : [translate(texts, 'reports.no-conversation')]),
  ];
}

async function closeReport(
  ctx: AppContext,
  translate: Translate,
  id: string,
  note: string,
): Promise<readonly string[]> {
  if (await admin.closeReport(ctx, id, note)) return [translate(texts, 'reports.closed')];
  if (await admin.reportDetails(ctx, id)) return [translate(texts, 'reports.already-closed')];
  throw unknown(translate, id);
}

function nameOf(translate: Translate, person: ReportDetails['about']): string {
  if (!person) return translate(texts, 'unknown');
  const who = `${printable(person.name)} <${printable(person.email)}>`;
  return person.pausedAt ? translate(texts, 'paused', { who }) : who;
}

type Heading = 'report' | 'when' | 'what' | 'about' | 'from' | 'reason' | 'details' | 'evidence' | 'closed';

/** The parts of a report below each other, the headings in a column of their own. */
function reportLines(
  ctx: AppContext,
  translate: Translate,
  { report, reporter, about, reportsAbout }: ReportDetails,
): string[] {
  const { details, evidence, closed_at: closedAt } = report;
  const rows: readonly (readonly [Heading | '', string, (readonly string[])?])[] = [
    ['report', report.id],
    ['when', formatTime(ctx, report.created_at)],
    ['what', `${report.subject_type} ${report.subject_id}`],
    ['about', nameOf(translate, about)],
    ...(about ? [['', translate(texts, `trust.${about.trust}`)] as const] : []),
    ...(reportsAbout > 1 ? [['', translate(texts, 'about-them', { count: reportsAbout })] as const] : []),
    ['from', nameOf(translate, reporter)],
    ...(reporter ? [['', translate(texts, `trust.${reporter.trust}`)] as const] : []),
    ['reason', printable(reportReasonText(translate, report.reason))],
    ...(details ? [['details', '', printableBlock(details)] as const] : []),
    ...(evidence ? [['evidence', '', printableBlock(evidence)] as const] : []),
    ...(closedAt
      ? [['closed', `${formatTime(ctx, closedAt)} ${printable(report.closing_note ?? '')}`] as const]
      : []),
  ];
  const headed = rows.map(
    ([heading, ...rest]) => [heading && translate(texts, `heading.${heading}`), ...rest] as const,
  );
  const width = Math.max(...headed.map(([heading]) => Array.from(heading).length)) + 2;
  return headed.flatMap(([heading, text, block = []]) => [
    `${heading}${' '.repeat(width - Array.from(heading).length)}${text}`.trimEnd(),
    ...block,
  ]);
}

function transcriptLines(ctx: AppContext, translate: Translate, { people, messages }: Transcript): string[] {
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]));
  return messages.map(({ id, saidAt, senderId, content, event, hasPhoto }) => {
    const text = [content, event && `[${event}]`, hasPhoto && `[${translate(texts, 'photo')}]`]
      .filter(Boolean)
      .join(' ');
    const time = formatTime(ctx, new Date(saidAt));
    const who = printable((senderId && names.get(senderId)) ?? '');
    return `    ${translate(texts, 'message-line', { time, who, text: printable(text), id })}`;
  });
}
