import { Trans, useLingui } from '@lingui/react/macro';
import { USER_TYPES, type UserType } from '@openlarder/domain/accounts/account-contract.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

type UserTypeFieldProps = {
  value: UserType;
  onChange: (userType: UserType) => void;
  error?: string | undefined;
};

/** What brings somebody here. It opens a few more doors and closes none. */
export function UserTypeField({ value, onChange, error }: UserTypeFieldProps) {
  const { t } = useLingui();
  return (
    <RadioGroup<UserType>
      name="userType"
      label={<Trans>What brings you here?</Trans>}
      hint={<Trans>Everybody can do both. You can find and share food either way.</Trans>}
      options={[
        { value: 'recipient', label: t`I am looking for food` },
        { value: 'donor', label: t`I have food to share` },
        { value: 'volunteer', label: t`I want to help out` },
      ]}
      value={value}
      onChange={(event) => {
        const chosen = USER_TYPES.find((one) => one === event.target.value);
        if (chosen) onChange(chosen);
      }}
      error={error}
    />
  );
}
