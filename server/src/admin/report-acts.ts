import type { ReportDetails, Transcript } from '#server/features/moderation/admin.service.ts';
import { reportReasonText } from '#server/features/moderation/report-mails.ts';
import { type Act, isId, Refusal } from './asking.ts';
import type { Community } from './open-community.ts';
import { printable, printableBlock, tableLines } from './printing.ts';

type TimeOf = (at: Date) => string;

const unknown = (id: string): Refusal => new Refusal(`There is no report with the id ${printable(id)}.`);

/** `reports`, `reports show <id>` and `reports close <id> [note]`. */
export function makeReportAct({ admin }: Community, timeOf: TimeOf): Act {
  async function list(): Promise<readonly string[]> {
    const { reports, count } = await admin.listOpenReports();
    if (count === 0) return ['Nothing is waiting.'];
    const lines = tableLines(
      ['when', 'what', 'reason', 'id'],
      reports.map((row) => [timeOf(row.created_at), row.subject_type, reportReasonText(row.reason), row.id]),
    );
    const more = count - reports.length;
    return [
      ...lines,
      '',
      ...(more > 0 ? [`And ${more} more.`] : []),
      'To read one: npm run admin -- reports show <id>',
    ];
  }

  async function show(id: string, withTalk: boolean): Promise<readonly string[]> {
    const found = await admin.reportDetails(id);
    if (!found) throw unknown(id);
    const lines = reportLines(found, timeOf);
    if (!withTalk) return lines;
    const talk = await admin.readTranscript(id);
    return [...lines, '', ...(talk ? talkLines(talk, timeOf) : ['There is no conversation to it.'])];
  }

  async function close(id: string, note: string): Promise<readonly string[]> {
    if (await admin.closeReport(id, note)) return ['Put aside. Whoever reported it sees that it was read.'];
    if (await admin.reportDetails(id)) return ['It was put aside already.'];
    throw unknown(id);
  }

  return async ({ words: [what, id, ...note], talk }) => {
    if (what === undefined) return list();
    if (what !== 'show' && what !== 'close')
      throw new Refusal('Only "reports", "reports show <id>" and "reports close <id> [note]".', 2);
    if (!id) throw new Refusal('Which one? Give the id from "npm run admin -- reports".', 2);
    if (!isId(id)) throw unknown(id);
    return what === 'show' ? show(id, talk) : close(id, note.join(' '));
  };
}

const named = (person: ReportDetails['about']): string =>
  person
    ? `${printable(person.name)} <${printable(person.email)}>${person.pausedAt ? ' (paused)' : ''}`
    : 'not known, or has left';

function reportLines({ report, reporter, about, reportsAbout }: ReportDetails, timeOf: TimeOf): string[] {
  return [
    `report    ${report.id}`,
    `when      ${timeOf(report.created_at)}`,
    `about     ${report.subject_type} ${report.subject_id}`,
    `of        ${named(about)}`,
    ...(reportsAbout > 1 ? [`          ${reportsAbout} reports are about them in all`] : []),
    `from      ${named(reporter)}`,
    `reason    ${printable(reportReasonText(report.reason))}`,
    ...(report.details ? ['they say', ...printableBlock(report.details)] : []),
    ...(report.evidence ? ['it said', ...printableBlock(report.evidence)] : []),
    ...(report.closed_at
      ? [`closed    ${timeOf(report.closed_at)} ${printable(report.closing_note ?? '')}`.trimEnd()]
      : []),
  ];
}

function talkLines({ people, messages }: Transcript, timeOf: TimeOf): string[] {
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]));
  return messages.map(({ id, saidAt, senderId, content, event, hasPhoto }) => {
    const who = (senderId && names.get(senderId)) ?? '';
    const said = [content, event && `[${event}]`, hasPhoto && '[photo]'].filter(Boolean).join(' ');
    return `    ${timeOf(new Date(saidAt))}  ${printable(who)}: ${printable(said)}  (message ${id})`;
  });
}
