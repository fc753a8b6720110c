import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, ShieldCheck } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { useStaysClear } from './use-stays-clear.ts';

type FloatingActionsProps = {
  /** Off on the tab that shares anyway. */
  quickShare: boolean;
  onSafety: () => void;
};

/** Safety guidelines and quick share, above the tabs. They step aside while a button of the page is under them. */
export function FloatingActions({ quickShare, onSafety }: FloatingActionsProps) {
  const { t } = useLingui();
  const part = useRef<HTMLElement>(null);
  const clear = useStaysClear(part);
  return (
    <aside
      ref={part}
      aria-label={t`Shortcuts`}
      className={classNames(
        'fixed end-4 bottom-[calc(var(--tab-bar)+env(safe-area-inset-bottom,0px)+0.75rem)] z-20 flex items-center gap-2 transition-opacity duration-150 wide:end-6 wide:bottom-6',
        !clear && 'pointer-events-none opacity-0 focus-within:pointer-events-auto focus-within:opacity-100',
      )}
    >
      <Tooltip text={t`What is safe to share`}>
        <IconButton
          label={t`Food Safety Guidelines`}
          icon={<ShieldCheck />}
          variant="raised"
          onClick={onSafety}
          className="size-12"
        />
      </Tooltip>
      {quickShare && (
        <Link
          href={paths.tab('share')}
          className="inline-flex min-h-12 items-center gap-1.5 rounded-full bg-brand ps-3.5 pe-5 font-semibold text-on-brand shadow-float transition-colors duration-150 hover:bg-brand-hover"
        >
          <Plus aria-hidden="true" className="size-5.5" />
          <Trans>Quick share</Trans>
        </Link>
      )}
    </aside>
  );
}
