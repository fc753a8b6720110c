import { useLingui } from '@lingui/react/macro';
import { LANGUAGES } from '@openlarder/domain/accounts/account-contract.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { ProfileValues } from './profile-values.ts';

type Language = ProfileValues['language'];

type LanguageFieldProps = {
  value: Language;
  onChange: (language: Language) => void;
  error?: string | undefined;
};

/** A language by the name its own speakers give it. */
const nameOf = (language: Language): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

export function LanguageField({ value, onChange, error }: LanguageFieldProps) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`Language`}
      value={value}
      onChange={(event) => {
        const chosen = LANGUAGES.find((one) => one === event.target.value);
        if (chosen) onChange(chosen);
      }}
      options={LANGUAGES.map((language) => ({ value: language, label: nameOf(language) }))}
      error={error}
    />
  );
}
