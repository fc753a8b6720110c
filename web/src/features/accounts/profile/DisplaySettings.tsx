import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useState } from 'react';
import { errorMessage } from '#web/lib/http-error.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { chooseTheme, chosenTheme, type Theme } from '#web/lib/theme.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Section } from '#web/ui/Section.tsx';
import { LanguageField } from './ProfileFields.tsx';
import { profileValues } from './profile-values.ts';
import { useSaveProfile } from '../current-user.ts';

const THEMES: readonly { readonly value: 'device' | 'light' | 'dark'; readonly theme: Theme }[] = [
  { value: 'device', theme: null },
  { value: 'light', theme: 'light' },
  { value: 'dark', theme: 'dark' },
];

export function DisplaySettings({ me }: { readonly me: User }) {
  const { t } = useLingui();
  const save = useSaveProfile();
  const [theme, setTheme] = useState(chosenTheme);
  const { language } = profileValues(me);
  const labels = { device: t`Auto`, light: t`Light`, dark: t`Dark` };
  return (
    <Section title={<Trans>Language and look</Trans>} className="flex flex-col gap-5">
      {LANGUAGES.length > 1 && (
        <LanguageField
          value={save.isPending ? (save.variables.language ?? language) : language}
          onChange={(chosen) => save.mutate({ language: chosen })}
          error={save.isError ? errorMessage(save.error) : undefined}
        />
      )}
      <RadioGroup
        label={<Trans>Light or dark</Trans>}
        hint={<Trans>Auto follows your device. This choice stays on it.</Trans>}
        name="theme"
        isInColumns
        className="[&_label]:basis-auto! [&_label]:gap-2!"
        value={theme ?? 'device'}
        onChange={(event) => {
          const chosen = THEMES.find(({ value }) => value === event.target.value);
          if (!chosen) return;
          chooseTheme(chosen.theme);
          setTheme(chosen.theme);
        }}
        options={THEMES.map(({ value }) => ({ value, label: labels[value] }))}
      />
    </Section>
  );
}
