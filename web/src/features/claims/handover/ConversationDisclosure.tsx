import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useIsWide } from '#web/lib/use-media-query.ts';
import { TicketCode } from '../ticket/TicketCode.tsx';
import { useFocusRecovery } from '#web/lib/use-focus-recovery.ts';

type Props = {
  /** Where it stands; the keyboard stays here when that changes under it. */
  readonly sentence: ReactNode;
  /** When, or by when, in a few words. */
  readonly detail?: ReactNode;
  readonly code?: string | null;
  /** What the sentence, and what is waited for, hang on. */
  readonly stage: string;
  /** Whether it stands open where there is room. */
  readonly opensByItself: boolean;
  /** The one thing that the other waits for, shown while it is folded; null where nothing is waited for. */
  readonly awaited: ReactNode;
  /** What is folded away; nothing where the sentence is all there is to say. */
  readonly children?: ReactNode;
};

/**
 * The ticket of a conversation at its top: the sentence and the code always, the rest unfolded where there is room. On
 * a phone the messages come first: folded, it shows no more than the one thing that the other waits for.
 */
export function ConversationDisclosure(props: Props) {
  const { sentence, detail, code = null, stage, opensByItself, awaited, children } = props;
  const isWide = useIsWide();
  const [isUnfolded, setUnfolded] = useState(isWide);
  const strip = useRef<HTMLDivElement>(null);
  // what was pressed goes with what waited for it
  const keptFocus = useFocusRecovery(strip, stage);
  const said = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{sentence}</span>
        {detail && <span className="block text-sm first-letter:uppercase">{detail}</span>}
      </span>
      {code !== null && <TicketCode code={code} />}
    </>
  );
  return (
    <div
      ref={strip}
      tabIndex={-1}
      {...keptFocus}
      className="shrink-0 bg-brand-soft text-brand-soft-ink outline-none"
    >
      {children ? (
        <details
          open={isWide && opensByItself}
          onToggle={(event) => {
            // folds inside it tell of themselves here too
            if (event.target === event.currentTarget) setUnfolded(event.currentTarget.open);
          }}
          className="group"
        >
          <summary className="flex min-h-11 list-none items-center gap-3 px-4 py-2.5 -outline-offset-3 [&::-webkit-details-marker]:hidden">
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
            />
            {said}
          </summary>
          <div className="flex flex-col gap-3 border-t border-dashed border-brand/40 bg-surface px-4 py-4 text-ink">
            {children}
          </div>
        </details>
      ) : (
        <p className="flex min-h-11 items-center gap-3 px-4 py-2.5">{said}</p>
      )}
      {awaited && !isUnfolded && (
        <div className="border-t border-dashed border-brand/40 bg-surface px-4 py-2.5 text-ink">
          {awaited}
        </div>
      )}
    </div>
  );
}
