import { Trans, useLingui } from '@lingui/react/macro';
import { MapIcon, Plus, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { setDockSlot } from '#web/ui/bottom-edge.ts';
import { paths } from '#web/lib/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';

type ShortcutsProps = {
  /** False on the share tab. */
  quickShare: boolean;
  onSafety: () => void;
  /** Opens the map where it is not beside the feed; undefined on tabs without a map. */
  onMap?: (() => void) | undefined;
  /**
   * Whether pickups in progress are still loading: until then nothing is shown, so that no button moves under a thumb.
   */
  isPending?: boolean;
  /** Whether it is what another row has no room for, which has the name. */
  isRest?: boolean;
  /** Pickups in progress: fill the row beside the map, or a separate line with large text. */
  children?: ReactNode;
};

/** 44 px high; larger text does not need a button that grows as fast. */
const BUTTON =
  'inline-flex min-h-[min(2.75rem,60px)] items-center justify-center gap-1.5 rounded-full border text-sm font-semibold transition-colors duration-150 [&_svg]:size-5 [&_svg]:shrink-0';

export function Shortcuts({
  quickShare,
  onSafety,
  onMap,
  isPending = false,
  isRest = false,
  children,
}: ShortcutsProps) {
  const { t } = useLingui();
  return (
    <section aria-label={isRest ? undefined : t`Shortcuts`} className="@container/shortcuts">
      <div
        className={classNames(
          'group/row flex flex-wrap items-center justify-between gap-[min(0.5rem,8px)] wide:justify-end',
          // a second at most, however slow the line is
          isPending &&
            'max-wide:not-has-[[data-middle]_:is(a,[data-known])]:[animation:fade-in_150ms_1s_both]',
        )}
      >
        <div className="group-has-[[data-middle]_a]/row:max-wide:hidden">
          <Tooltip text={t`What's safe to share`}>
            <button
              type="button"
              aria-label={t`Food Safety Guidelines`}
              onClick={onSafety}
              className={classNames(
                BUTTON,
                'min-w-[min(2.75rem,60px)] border-control bg-surface px-[min(0.5rem,9px)] text-ink hover:bg-sunken',
              )}
            >
              <ShieldCheck />
              <span className="@max-[22rem]/shortcuts:hidden">
                <Trans>Safety</Trans>
              </span>
            </button>
          </Tooltip>
        </div>
        <div
          data-middle=""
          className="@container min-w-0 flex-1 basis-30 not-has-[a]:hidden @max-[17rem]/shortcuts:has-[a]:-order-1 @max-[17rem]/shortcuts:has-[a]:basis-full"
        >
          {children}
        </div>
        {onMap && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onMap}
            className={classNames(
              BUTTON,
              'border-transparent bg-ink ps-[min(0.75rem,14px)] pe-[min(0.875rem,16px)] text-bg group-has-[[data-middle]_a]/row:max-wide:min-w-[min(2.75rem,60px)] group-has-[[data-middle]_a]/row:max-wide:px-0',
            )}
          >
            <MapIcon />
            <span className="group-has-[[data-middle]_a]/row:max-wide:sr-only">
              <Trans>Map</Trans>
            </span>
          </button>
        )}
        {!quickShare && (
          // as high without its button, so that whether the dock fits does not depend on it
          <div
            ref={setDockSlot}
            data-dock-slot=""
            className="min-h-[min(2.75rem,60px)] flex-1 basis-[min(10rem,180px)] wide:hidden"
          />
        )}
        {quickShare && (
          <Link
            href={paths.tab('share')}
            className={classNames(
              BUTTON,
              'border-transparent bg-brand-soft px-[min(0.6875rem,12px)] text-brand-soft-ink group-has-[[data-middle]_a]/row:max-wide:hidden hover:bg-sunken',
            )}
          >
            <Plus />
            <span className="pe-1 @max-[16rem]/shortcuts:sr-only">
              <Trans>Quick share</Trans>
            </span>
          </Link>
        )}
      </div>
    </section>
  );
}
