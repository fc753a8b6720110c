import { Trans } from '@lingui/react/macro';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

type Props = { readonly code: string; readonly size?: 'regular' | 'large' };

/** The four-digit pickup code, read out digit by digit by screen readers. */
export function TicketCode({ code, size = 'regular' }: Props) {
  return (
    <p className="text-end">
      <span className="block text-xs">
        <Trans>Pickup code</Trans>
      </span>
      <span
        aria-hidden="true"
        className={classNames(
          'block font-display font-bold tracking-[0.12em] tabular-nums',
          size === 'large' ? 'text-3xl' : 'text-2xl',
        )}
      >
        {code}
      </span>
      <VisuallyHidden>{code.split('').join(' ')}</VisuallyHidden>
    </p>
  );
}
