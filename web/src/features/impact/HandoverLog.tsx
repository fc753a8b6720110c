import { Trans } from '@lingui/react/macro';
import { exportHandoverLog } from '@openlarder/domain/impact/impact-contract.ts';
import { calendarDay } from '@openlarder/domain/kernel/time.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatShortMonth } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Section } from '#web/ui/Section.tsx';
import { SelectField } from '#web/ui/TextField.tsx';
import { MAX_LOG_MONTHS } from '@openlarder/domain/impact/impact-csv.ts';

/** The last months of the community's calendar, as `2026-05`, this one first. */
function lastMonths(nowMs: number, timeZone: string): string[] {
  const [year = 0, month = 1] = calendarDay(nowMs, timeZone).split('-').map(Number);
  return Array.from({ length: MAX_LOG_MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** A person's handovers by month, as a file for their records. */
export function HandoverLog({ timeZone }: { readonly timeZone: string }) {
  const months = lastMonths(useNow(), timeZone);
  const [newest = ''] = months;
  const [chosen, setChosen] = useState<{ readonly from: string; readonly until: string } | null>(null);
  const { from, until } = chosen ?? { from: newest, until: newest };
  const options = months.map((value) => ({ value, label: formatShortMonth(`${value}-15T12:00:00Z`, 'UTC') }));
  return (
    <Section title={<Trans>For your records</Trans>}>
      <p className="mt-1 mb-3 text-muted">
        <Trans>Everything you handed over, with estimated weights. No one who picked up is named.</Trans>{' '}
        <Trans>
          What you gave for a request for food appears a week later, with only its month, so that no one can
          be recognized.
        </Trans>
      </p>
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label={<Trans>From</Trans>}
          options={options}
          value={from}
          // the other end moves along, so that there is always a month in it
          onChange={({ target: { value } }) =>
            setChosen({ from: value, until: value > until ? value : until })
          }
        />
        <SelectField
          label={<Trans>Until</Trans>}
          options={options}
          value={until}
          onChange={({ target: { value } }) => setChosen({ from: value < from ? value : from, until: value })}
        />
      </div>
      <LinkButton
        href={`${exportHandoverLog.path}?from=${from}&until=${until}`}
        download
        leaves
        variant="secondary"
        className="mt-4"
      >
        <Download className="size-5" />
        <Trans>Download handovers (CSV)</Trans>
      </LinkButton>
    </Section>
  );
}
