import { Trans, useLingui } from '@lingui/react/macro';
import { ORGANIZATION_TYPES } from '@openlarder/domain/accounts/account-fields.ts';
import { MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { organizationTypeName } from './person-labels.ts';
import type { ProfileValues } from './profile-values.ts';

type OrganizationValues = Pick<ProfileValues, 'organizationName' | 'organizationType'>;

type OrganizationFieldsProps = {
  values: OrganizationValues;
  onChange: (change: Partial<OrganizationValues>) => void;
  errors: Partial<Record<keyof OrganizationValues, string>>;
};

export function OrganizationFields({ values, onChange, errors }: OrganizationFieldsProps) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-5">
      <TextField
        label={<Trans>Organization name</Trans>}
        hint={<Trans>Everyone here sees it instead of your own name.</Trans>}
        autoComplete="organization"
        maxLength={MAX_TITLE_LENGTH}
        value={values.organizationName}
        onChange={(event) => onChange({ organizationName: event.target.value })}
        error={errors.organizationName}
      />
      <SelectField
        label={<Trans>Type of organization</Trans>}
        value={values.organizationType}
        onChange={(event) => {
          const chosen = ORGANIZATION_TYPES.find((one) => one === event.target.value);
          onChange({ organizationType: chosen ?? '' });
        }}
        placeholder={values.organizationType === '' ? t`Choose one` : undefined}
        options={ORGANIZATION_TYPES.map((type) => ({ value: type, label: organizationTypeName(type) }))}
        error={errors.organizationType}
      />
    </div>
  );
}
