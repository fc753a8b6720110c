import { Trans } from '@lingui/react/macro';
import type { OwnReport } from '@openlarder/domain/moderation/moderation-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '#web/ui/Badge.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ownReportsQuery } from './moderation.queries.ts';
import { reportReasonLabel, reportSubjectLabel } from './report-labels.ts';

/** A person's own reports, and whether the admins have closed them. Empty without reports. */
export function OwnReports() {
  const reports = useQuery(ownReportsQuery);
  if (reports.isError) {
    return <QueryError of={reports} title={<Trans>We couldn't load your reports.</Trans>} />;
  }
  if (!reports.data || reports.data.length === 0) return null;
  return (
    <Section title={<Trans>Your reports</Trans>}>
      <p className="mt-1 text-muted">
        <Trans>Only organizers see them.</Trans>
      </p>
      <ul className="mt-3 flex flex-col divide-y divide-line">
        {reports.data.map((report) => (
          <Row key={report.id} report={report} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ report }: { readonly report: OwnReport }) {
  const reason = reportReasonLabel(report.reason);
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {reportSubjectLabel(report.subject.type)}
          {reason && <span className="font-normal text-muted"> · {reason}</span>}
        </p>
        <RelativeTime at={report.createdAt} className="text-sm text-muted first-letter:uppercase" />
      </div>
      {report.closedAt ? (
        <Badge tone="fresh">
          <Trans>Reviewed</Trans>
        </Badge>
      ) : (
        <Badge>
          <Trans>Waiting</Trans>
        </Badge>
      )}
    </li>
  );
}
