import { getHandover, type Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation, useSearch } from 'wouter';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useStore } from '#web/lib/store.ts';
import { closeCodeOverlay, codeOverlay, type CodeOverlayState } from './CodeButton.tsx';
import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useNow } from '#web/lib/use-now.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { useBackCloses } from '#web/ui/back-closes.ts';
import { Optional } from '#web/ui/ErrorBoundary.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { ToastSlot } from '#web/ui/ToastRow.tsx';
import { useMarkSeenOpen } from '../completion/completion-moment.ts';
import { HandoverCompletion, offersThanks } from '../completion/HandoverCompletion.tsx';
import { handoverSentence } from '../handover-labels.ts';
import { ProblemMenu } from '../problems/ProblemMenu.tsx';
import { DoneButton } from './DoneButton.tsx';
import { QrCode } from './QrCode.tsx';
const EnterCodeSheet = lazyPart(async () => (await import('./CodeSheet.tsx')).EnterCodeSheet);

/**
 * Shows the code that is opened, over any tab. It goes with the screen under it, so that Back does not leave it alone.
 */
export function CodeOverlay() {
  const overlay = useStore(codeOverlay);
  const [path] = useLocation();
  const search = useSearch();
  return (
    <>
      <ClosedOnLeave key={`${path}?${search}`} />
      {overlay !== null && (
        <Optional key={overlay.handover.id}>
          <OpenOverlay overlay={overlay} />
        </Optional>
      )}
    </>
  );
}

function ClosedOnLeave() {
  useEffect(() => closeCodeOverlay, []);
  return null;
}

function OpenOverlay({ overlay }: { readonly overlay: CodeOverlayState }) {
  const { data: handover } = useQuery<Handover>({
    ...endpointQuery(getHandover, { params: { id: overlay.handover.id } }),
    initialData: overlay.handover,
  });
  const main = useRef<HTMLElement | null>(null);
  useEffect(() => {
    main.current = document.querySelector('main');
  }, []);
  const Shown = overlay.kind === 'show' ? CodeScreen : EnterCodeSheet;
  return <Shown handover={handover} amount={overlay.amount} elseFocus={main} onClose={closeCodeOverlay} />;
}

type Props = {
  readonly handover: Handover;
  readonly amount: string | null;
  readonly onClose: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/** The receiver's code over the whole screen, to be scanned or read by the giver; then how it went. */
function CodeScreen({ handover, amount, onClose, elseFocus }: Props) {
  const nowMs = useNow();
  useMarkSeenOpen(handover);
  const { code, status } = handover;
  const name = handover.giver.displayName;
  if (code === null)
    return (
      <FullScreenDialog title={handoverSentence(handover, nowMs)} onClose={onClose} elseFocus={elseFocus}>
        <div className="my-auto flex w-full flex-col gap-6 rounded-card bg-surface p-6 text-ink">
          {status === 'completed' && <HandoverCompletion handover={handover} place="overlay" />}
          <DoneButton variant={offersThanks(handover, nowMs) ? 'quiet' : 'primary'} onClick={onClose} />
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
        <bdi>{shownTitle(handover.title)}</bdi>
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
        <span className="sr-only">{code.split('').join(' ')}</span>
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

type FullScreenDialogProps = {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Receives focus on close if the opening button no longer exists. */
  readonly elseFocus: RefObject<HTMLElement | null>;
  /** Below the content, at the bottom of the screen. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
};

/** The whole screen in one strong color, to be shown to a person. Closes by Escape, ✕ and Back, and restores focus. */
function FullScreenDialog({ title, onClose, elseFocus, footer, children }: FullScreenDialogProps) {
  const { t } = useLingui();
  const cameFrom = useRef<HTMLElement | null>(null);
  useBackCloses(true, onClose);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (cameFrom.current?.isConnected) cameFrom.current.focus();
            else elseFocus.current?.focus({ preventScroll: true });
          }}
          className="fixed inset-0 z-50 flex animate-fade-in flex-col overflow-y-auto bg-stage text-on-stage pb-safe"
        >
          <header className="sticky top-0 p-2 *:text-on-stage">
            <Radix.Close asChild>
              <IconButton label={t`Close`} icon={<X />} className="bg-stage" />
            </Radix.Close>
          </header>
          <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center gap-4 px-6 pb-4 text-center">
            <Radix.Title className="text-2xl">{title}</Radix.Title>
            {children}
          </div>
          {footer && <footer className="flex justify-center px-4 pb-4">{footer}</footer>}
          <ToastSlot kind="dialog" className="absolute inset-x-3 top-14" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
