import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { type RefObject, useEffect } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { FullScreenDialog } from '#web/ui/FullScreenDialog.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { handoverSentence } from '../handover-labels.ts';
import { HandoverCompletion } from '../completion/HandoverCompletion.tsx';
import { useMarkSeenOpen } from '../completion/completion-moment.ts';
import { ProblemMenu } from '../problems/ProblemMenu.tsx';
import { DoneButton } from './DoneButton.tsx';
import { QrCode } from './QrCode.tsx';

type Props = {
  readonly handover: Handover;
  /** How much it is, in words. */
  readonly amount: string | null;
  readonly onClose: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/** The receiver's code over the whole screen, to be scanned or read by the giver; then how it went. */
export function CodeScreen({ handover, amount, onClose, elseFocus }: Props) {
  const nowMs = useNow();
  useMarkSeenOpen(handover);
  const { code, status } = handover;
  const name = handover.giver.displayName;
  if (code === null)
    return (
      <FullScreenDialog title={handoverSentence(handover, nowMs)} onClose={onClose} elseFocus={elseFocus}>
        <div className="my-auto flex w-full flex-col gap-6 rounded-card bg-surface p-6 text-ink">
          {status === 'completed' && <HandoverCompletion handover={handover} place="overlay" />}
          <DoneButton variant="secondary" onClick={onClose} />
        </div>
      </FullScreenDialog>
    );
  return (
    <FullScreenDialog
      title={<Trans>Show this to {name}</Trans>}
      onClose={onClose}
      elseFocus={elseFocus}
      footer={<ProblemMenu handover={handover} onLeave={onClose} className="text-on-stage" />}
    >
      <ShownCode code={code} name={name} />
      <p className="text-lg text-balance wrap-anywhere">
        <bdi>{handover.title}</bdi>
        {amount !== null && ` · ${amount}`}
      </p>
    </FullScreenDialog>
  );
}

function ShownCode({ code, name }: { readonly code: string; readonly name: string }) {
  useWakeLock();
  return (
    <>
      <QrCode content={code} className="w-[min(78vw,42dvh,22rem)] rounded-card" />
      <p>
        <span
          aria-hidden="true"
          translate="no"
          dir="ltr"
          className="block font-display text-[clamp(3.5rem,min(22vw,14dvh),7rem)] leading-none font-bold tracking-[0.08em] tabular-nums"
        >
          {code}
        </span>
        <VisuallyHidden>{code.split('').join(' ')}</VisuallyHidden>
      </p>
      <p>
        <Trans>{name} scans it or types the four digits.</Trans>
      </p>
    </>
  );
}

/** Keeps the screen on while the component is shown, where the browser can; a browser drops it with the tab. */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const keep = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const taken = await navigator.wakeLock.request('screen');
        if (isOver) await taken.release();
        else lock = taken;
      } catch {
        // refused, for example on low battery: the screen turns off as usual
      }
    };
    const onVisible = () => void keep();
    void keep();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
