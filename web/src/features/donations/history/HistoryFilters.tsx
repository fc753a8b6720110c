import { Trans, useLingui } from '@lingui/react/macro';
import {
  DATE_SPANS,
  type DateSpan,
  type DonationFilters,
} from '@openlarder/domain/donations/donation-filters.ts';
import { DONATION_STATUSES, DONATION_TYPES } from '@openlarder/domain/donations/donation-fields.ts';
import { Download } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { statusLabel, typeLabel } from '../donation-labels.ts';

type HistoryFiltersProps = {
  readonly filters: DonationFilters;
  readonly onChange: (change: Partial<DonationFilters>) => void;
  readonly onExport: () => void;
};

const isSpan = (text: string): text is DateSpan => Object.hasOwn(DATE_SPANS, text);

/** Search, filters and export of the history. */
export function HistoryFilters({ filters, onChange, onExport }: HistoryFiltersProps) {
  const { t } = useLingui();
  const spans: Readonly<Record<DateSpan, string>> = {
    month: t`Last month`,
    quarter: t`Last quarter`,
    year: t`Last year`,
  };
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.75rem,100%),1fr))] items-end gap-3 wide:grid-cols-[2fr_1fr_1fr_1fr_auto]">
      <TextField
        label={<Trans>Search donations</Trans>}
        type="search"
        className="col-span-full wide:col-span-1"
        value={filters.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <SelectField
        label={<Trans>Status</Trans>}
        value={filters.status}
        options={[
          { value: 'all', label: t`All statuses` },
          ...DONATION_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
        ]}
        onChange={({ target }) =>
          onChange({ status: DONATION_STATUSES.find((status) => status === target.value) ?? 'all' })
        }
      />
      <SelectField
        label={<Trans>Type</Trans>}
        value={filters.type}
        options={[
          { value: 'all', label: t`All types` },
          ...DONATION_TYPES.map((value) => ({ value, label: typeLabel(value) })),
        ]}
        onChange={({ target }) =>
          onChange({ type: DONATION_TYPES.find((type) => type === target.value) ?? 'all' })
        }
      />
      <SelectField
        label={<Trans>Date</Trans>}
        value={filters.span}
        options={[
          { value: 'all', label: t`All time` },
          ...(['month', 'quarter', 'year'] as const).map((value) => ({ value, label: spans[value] })),
        ]}
        onChange={({ target }) => onChange({ span: isSpan(target.value) ? target.value : 'all' })}
      />
      <Button variant="secondary" className="min-h-12!" onClick={onExport}>
        <Download aria-hidden="true" className="size-5" />
        <Trans>Export</Trans>
      </Button>
    </div>
  );
}
