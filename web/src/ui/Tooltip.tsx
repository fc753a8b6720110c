import { classNames } from './class-names.ts';
import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** Delay before a tooltip opens on hover. */
const SHOWN_AFTER_MS = 700;
/** Within this time after another tooltip has closed, the next one opens without the delay. */
const NO_DELAY_FOR_MS = 300;

let lastClosedAtMs = Number.NEGATIVE_INFINITY;

type Props = {
  readonly text: ReactNode;
  /** The control it describes. */
  readonly children: ReactElement<{ 'aria-describedby'?: string | undefined; onClick?: () => void }>;
  /** Below for a control at the top of the window, at its end side. */
  readonly place?: 'above' | 'below';
  /** A press shows it, too, and hides it: for a control that does nothing else. */
  readonly opensOnPress?: boolean;
};

const PLACES = {
  above: 'start-0 bottom-full pb-1.5',
  below: 'end-0 top-full pt-1.5',
} as const;

/**
 * A description above a control, or below it, on hover and on keyboard focus. Stays while the pointer is on it; Escape
 * closes it. Never the only place for information: touch has no hover.
 */
export function Tooltip({ text, children, place = 'above', opensOnPress = false }: Props) {
  const id = useId();
  const [state, setState] = useState<'away' | 'near' | 'shown'>('away');
  const isPressed = useRef(false);
  useEffect(() => {
    if (state === 'away') return undefined;
    const timer = state === 'near' ? setTimeout(() => setState('shown'), SHOWN_AFTER_MS) : undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setState('away');
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
      if (state === 'shown') lastClosedAtMs = Date.now();
    };
  }, [state]);
  const isShown = state === 'shown';
  return (
    <span
      className="relative inline-flex"
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'touch') return;
        const closedForMs = Date.now() - lastClosedAtMs;
        // less than none after the clock was set back
        setState(closedForMs >= 0 && closedForMs < NO_DELAY_FOR_MS ? 'shown' : 'near');
      }}
      onPointerLeave={() => {
        isPressed.current = false;
        setState('away');
      }}
      onPointerDown={() => {
        isPressed.current = true;
        if (!opensOnPress) setState('away');
      }}
      onPointerUp={() => {
        isPressed.current = false;
      }}
      onFocus={({ target }) => !isPressed.current && target.matches(':focus-visible') && setState('shown')}
      onBlur={() => setState('away')}
    >
      {cloneElement(children, {
        'aria-describedby': isShown ? id : undefined,
        ...(opensOnPress && { onClick: () => setState(isShown ? 'away' : 'shown') }),
      })}
      {isShown && (
        <span className={classNames('absolute z-70 w-max max-w-64 animate-pop-in', PLACES[place])}>
          <span
            role="tooltip"
            id={id}
            className="block rounded-small bg-ink px-3 py-1.5 text-sm text-bg shadow-float"
          >
            {text}
          </span>
        </span>
      )}
    </span>
  );
}
