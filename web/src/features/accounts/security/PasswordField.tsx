import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';

/** A password field with "show password"; password managers recognize it by its `autoComplete`. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={shown ? t`Hide password` : t`Show password`}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown((was) => !was)}
        />
      }
    />
  );
}
