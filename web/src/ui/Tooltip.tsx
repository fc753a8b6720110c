import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';

/** Delay before a tooltip opens on hover. */
const SHOWN_AFTER_MS = 700;
/** Within this time after another tooltip has closed, the next one opens without the delay. */
const NO_DELAY_FOR_MS = 300;

let lastClosedAtMs = Number.NEGATIVE_INFINITY;

type Props = {
  readonly text: ReactNode;
  /** The control it describes. */
  readonly children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
};

/**
 * A description above a control on hover and on keyboard focus. Stays while the pointer is on it; Escape
 * closes it. Never the only place for information: touch has no hover.
 */
export function Tooltip({ text, children }: Props) {
  const id = useId();
  const [state, setState] = useState<'away' | 'near' | 'shown'>('away');
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
        setState(Date.now() - lastClosedAtMs < NO_DELAY_FOR_MS ? 'shown' : 'near');
      }}
      onPointerLeave={() => setState('away')}
      onPointerDown={() => setState('away')}
      onFocus={({ target }) => target.matches(':focus-visible') && setState('shown')}
      onBlur={() => setState('away')}
    >
      {cloneElement(children, { 'aria-describedby': isShown ? id : undefined })}
      {isShown && (
        <span className="absolute start-0 bottom-full z-70 w-max max-w-64 animate-pop-in pb-1.5">
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
