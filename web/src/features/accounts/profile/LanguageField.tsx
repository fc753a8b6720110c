import { useLingui } from '@lingui/react/macro';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { SelectField } from '#web/ui/SelectField.tsx';

type LanguageFieldProps = {
  value: Language;
  onChange: (language: Language) => void;
  error?: string | undefined;
};

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
