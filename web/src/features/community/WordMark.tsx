import { classNames } from '#web/ui/class-names.ts';
import { useAppName } from './community-settings.ts';

type Props = {
  /** The logo alone where the screen is narrow. */
  readonly isShort?: boolean;
  /** The logo alone where the name does not fit beside what follows in the row, in any language. */
  readonly yields?: boolean;
};

/** The community's name with the logo. */
export function WordMark({ isShort = false, yields = false }: Props) {
  const appName = useAppName();
  return (
    <span
      className={classNames(
        'flex items-center gap-x-2 text-brand',
        // a name that does not fit wraps below the edge
        yields && 'h-8 min-w-8 flex-1 flex-wrap overflow-hidden',
      )}
    >
      <svg viewBox="0 0 64 64" aria-hidden="true" className="size-8 shrink-0">
        <path d="M8 34h48a24 22 0 0 1-48 0z" fill="currentColor" />
        <path d="M33 29c0-12 7-19 18-20 1 12-6 20-18 20z" fill="var(--mango)" />
        <path d="M30 29c0-9-6-15-15-15 0 9 6 15 15 15z" fill="currentColor" opacity="0.75" />
      </svg>
      <span
        translate="no"
        className={classNames(
          'font-display text-xl max-[23rem]:text-lg font-bold tracking-[-0.02em]',
          isShort && 'max-sm:sr-only',
        )}
      >
        {appName}
      </span>
    </span>
  );
}
