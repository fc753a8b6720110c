import { Trans, useLingui } from '@lingui/react/macro';
import { MapIcon, Plus, ShieldCheck } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { useClearPosition } from './use-clear-position.ts';

type FloatingActionsProps = {
  /** False on the share tab. */
  quickShare: boolean;
  onSafety: () => void;
  /** Opens the map where it is not beside the feed; undefined on tabs without a map. */
  onMap?: (() => void) | undefined;
};

const STEPS_UP = { own: '', higher: '-translate-y-16', highest: '-translate-y-28', none: '' } as const;
/** Aligned with the end of the feed's column, so that the map stays clear. */
const BESIDE_MAP =
  'wide:end-[calc(max((100vw-80rem)/2,0px)+max(24rem,0.42*(min(100vw,80rem)-3rem))+3.25rem)]';

/**
 * Safety guidelines, map and quick share, above the tab bar. They move up or hide while a button of the page
 * is under them.
 */
export function FloatingActions({ quickShare, onSafety, onMap }: FloatingActionsProps) {
  const { t } = useLingui();
  const place = useRef<HTMLElement>(null);
  const clear = useClearPosition(place);
  return (
    <aside
      ref={place}
      aria-label={t`Shortcuts`}
      className={classNames(
        'pointer-events-none fixed end-4 bottom-[calc(var(--tab-bar)+env(safe-area-inset-bottom,0px)+0.75rem)] z-20 wide:bottom-6',
        onMap ? `max-wide:start-4 ${BESIDE_MAP}` : 'wide:end-6',
      )}
    >
      <div
        className={classNames(
          'items-center gap-2 transition-[opacity,transform] duration-150',
          onMap ? 'grid grid-cols-[1fr_auto_1fr] wide:flex' : 'flex',
          STEPS_UP[clear],
          clear === 'none'
            ? 'opacity-0 focus-within:opacity-100 focus-within:*:pointer-events-auto'
            : '*:pointer-events-auto',
        )}
      >
        <Tooltip text={t`What's safe to share`}>
          <IconButton
            label={t`Food Safety Guidelines`}
            icon={<ShieldCheck />}
            variant="raised"
            onClick={onSafety}
            className="size-12"
          />
        </Tooltip>
        {onMap && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onMap}
            className="inline-flex min-h-12 items-center gap-2 rounded-full bg-ink ps-5 pe-6 font-semibold text-bg shadow-float wide:hidden"
          >
            <MapIcon aria-hidden="true" className="size-5" />
            <Trans>Map</Trans>
          </button>
        )}
        {quickShare && (
          <Link
            href={paths.tab('share')}
            className={classNames(
              'inline-flex min-h-12 items-center gap-1.5 justify-self-end rounded-full bg-brand ps-3.5 pe-5 font-semibold text-on-brand shadow-float transition-colors duration-150 hover:bg-brand-hover',
              onMap && 'max-sm:w-12 max-sm:pe-3.5',
            )}
          >
            <Plus aria-hidden="true" className="size-5.5 shrink-0" />
            <span className={onMap ? 'max-sm:sr-only' : ''}>
              <Trans>Quick share</Trans>
            </span>
          </Link>
        )}
      </div>
    </aside>
  );
}
