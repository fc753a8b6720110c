import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import type { ReportDetails } from '#server/features/moderation/admin/admin.service.ts';
import type { Transcript } from '#server/features/moderation/moderation.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Words } from '#server/platform/texts/wording.ts';
import { adminTexts as texts } from './admin-texts.ts';
import { type AdminCommand, COMMAND_LINE, Refusal } from './command.ts';
import { formatTime, printable, printableBlock, tableLines } from './terminal-format.ts';

const unknown = (words: Words, id: string): Refusal =>
  new Refusal(words(texts, 'reports.unknown', { id: printable(id) }));

/** `reports`, `reports show <id>` and `reports close <id> [note]`. */
export const reportsCommand: AdminCommand = async (ctx, { words, args: [what, id, ...note], talk }) => {
  if (what === undefined) return listReports(ctx, words);
  if (what !== 'show' && what !== 'close') {
    const commands = '"reports", "reports show <id>", "reports close <id> [note]"';
    throw new Refusal(words(texts, 'reports.what', { commands }), 2);
  }
  if (!id) throw new Refusal(words(texts, 'reports.which', { command: `${COMMAND_LINE} reports` }), 2);
  if (!idSchema.safeParse(id).success) throw unknown(words, id);
  return what === 'show' ? showReport(ctx, words, id, talk) : closeReport(ctx, words, id, note.join(' '));
};

async function listReports(ctx: AppContext, words: Words): Promise<readonly string[]> {
  const { reports, count } = await admin.listOpenReports(ctx);
  if (count === 0) return [words(texts, 'reports.none')];
  const headings = (['when', 'what', 'reason', 'id'] as const).map((name) => words(texts, `heading.${name}`));
  const lines = tableLines(
    headings,
    reports.map((row) => [
      formatTime(ctx, row.created_at),
      row.subject_type,
      admin.reportReasonText(words, row.reason),
      row.id,
    ]),
  );
  const more = count - reports.length;
  return [
    ...lines,
    '',
    ...(more > 0 ? [words(texts, 'reports.more', { count: more })] : []),
    words(texts, 'reports.read', { command: `${COMMAND_LINE} reports show <id>` }),
  ];
}

async function showReport(
  ctx: AppContext,
  words: Words,
  id: string,
  withTranscript: boolean,
): Promise<readonly string[]> {
  const found = await admin.reportDetails(ctx, id);
  if (!found) throw unknown(words, id);
  const lines = reportLines(ctx, words, found);
  if (!withTranscript) return lines;
  const transcript = await admin.readTranscript(ctx, id);
  return [
    ...lines,
    '',
    ...(transcript ? transcriptLines(ctx, words, transcript) : [words(texts, 'reports.no-conversation')]),
  ];
}

async function closeReport(
  ctx: AppContext,
  words: Words,
  id: string,
  note: string,
): Promise<readonly string[]> {
  if (await admin.closeReport(ctx, id, note)) return [words(texts, 'reports.closed')];
  if (await admin.reportDetails(ctx, id)) return [words(texts, 'reports.already-closed')];
  throw unknown(words, id);
}

function nameOf(words: Words, person: ReportDetails['about']): string {
  if (!person) return words(texts, 'unknown');
  const who = `${printable(person.name)} <${printable(person.email)}>`;
  return person.pausedAt ? words(texts, 'paused', { who }) : who;
}

type Heading = 'report' | 'when' | 'what' | 'about' | 'from' | 'reason' | 'details' | 'evidence' | 'closed';

/** The parts of a report below each other, the headings in a column of their own. */
function reportLines(
  ctx: AppContext,
  words: Words,
  { report, reporter, about, reportsAbout }: ReportDetails,
): string[] {
  const { details, evidence, closed_at: closedAt } = report;
  const rows: readonly (readonly [Heading | '', string, (readonly string[])?])[] = [
    ['report', report.id],
    ['when', formatTime(ctx, report.created_at)],
    ['what', `${report.subject_type} ${report.subject_id}`],
    ['about', nameOf(words, about)],
    ...(about ? [['', words(texts, `trust.${about.trust}`)] as const] : []),
    ...(reportsAbout > 1 ? [['', words(texts, 'about-them', { count: reportsAbout })] as const] : []),
    ['from', nameOf(words, reporter)],
    ...(reporter ? [['', words(texts, `trust.${reporter.trust}`)] as const] : []),
    ['reason', printable(admin.reportReasonText(words, report.reason))],
    ...(details ? [['details', '', printableBlock(details)] as const] : []),
    ...(evidence ? [['evidence', '', printableBlock(evidence)] as const] : []),
    ...(closedAt
      ? [['closed', `${formatTime(ctx, closedAt)} ${printable(report.closing_note ?? '')}`] as const]
      : []),
  ];
  const headed = rows.map(
    ([heading, ...rest]) => [heading && words(texts, `heading.${heading}`), ...rest] as const,
  );
  const width = Math.max(...headed.map(([heading]) => Array.from(heading).length)) + 2;
  return headed.flatMap(([heading, text, block = []]) => [
    `${heading}${' '.repeat(width - Array.from(heading).length)}${text}`.trimEnd(),
    ...block,
  ]);
}

function transcriptLines(ctx: AppContext, words: Words, { people, messages }: Transcript): string[] {
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]));
  return messages.map(({ id, saidAt, senderId, content, event, hasPhoto }) => {
    const text = [content, event && `[${event}]`, hasPhoto && `[${words(texts, 'photo')}]`]
      .filter(Boolean)
      .join(' ');
    const time = formatTime(ctx, new Date(saidAt));
    const who = printable((senderId && names.get(senderId)) ?? '');
    return `    ${words(texts, 'message-line', { time, who, text: printable(text), id })}`;
  });
}
