import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';

type Props = { readonly onClick: () => void; readonly variant?: 'primary' | 'quiet' };

/** Closes a completed view; takes the focus of the control it replaces. */
export function DoneButton({ onClick, variant = 'primary' }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant={variant} onClick={onClick}>
      <Trans>Done</Trans>
    </Button>
  );
}
