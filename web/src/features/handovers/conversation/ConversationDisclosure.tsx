import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useFocusRecovery } from '#web/lib/use-focus-recovery.ts';
import { useIsWide } from '#web/lib/use-media-query.ts';
import { classNames } from '#web/ui/class-names.ts';

type Props = {
  /** The status sentence. */
  readonly sentence: ReactNode;
  /** The time, in a few words. */
  readonly detail?: ReactNode;
  /** The code of the ticket, a button. */
  readonly code?: ReactNode;
  /** Neither open nor completed: the color of good news would be wrong. */
  readonly isNeutral?: boolean;
  /** Changes with the sentence and the awaited action, after which a removed button's focus moves to the panel. */
  readonly stage: string;
  /** Whether it starts open on wide screens. */
  readonly startsOpen: boolean;
  /** The action that the other party waits for, shown while the panel is closed; falsy for none. */
  readonly awaited: ReactNode;
  /** The details; without them there is only the sentence. */
  readonly children?: ReactNode;
};

/**
 * The panel at the top of a conversation: status and code are always visible, the details start open on wide screens.
 * On phones the messages come first: closed, it shows only the action that the other party waits for.
 */
export function ConversationDisclosure(props: Props) {
  const { sentence, detail, code = null, isNeutral = false, stage, startsOpen, awaited, children } = props;
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(isWide);
  const panel = useRef<HTMLDivElement>(null);
  // A pressed button disappears with the awaited action.
  const focusRecovery = useFocusRecovery(panel, stage);
  const header = (
    <span className="min-w-0 flex-1">
      <span className="block font-semibold wrap-anywhere">{sentence}</span>
      {detail && <span className="block text-sm first-letter:uppercase">{detail}</span>}
    </span>
  );
  return (
    <div
      ref={panel}
      tabIndex={-1}
      {...focusRecovery}
      className={classNames(
        'shrink-0 outline-none',
        isNeutral ? 'bg-sunken text-ink' : 'bg-brand-soft text-brand-soft-ink',
      )}
    >
      {code && <div className="flex justify-end px-4 pt-1">{code}</div>}
      {children ? (
        <details
          open={isWide && startsOpen}
          onToggle={(event) => {
            // The toggle events of nested details arrive here too.
            if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
          }}
          className="group"
        >
          <summary className="flex min-h-11 list-none items-center gap-3 px-4 py-2.5 -outline-offset-3 [&::-webkit-details-marker]:hidden">
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
            />
            {header}
          </summary>
          <div className="flex flex-col gap-3 border-t border-dashed border-brand/40 bg-surface px-4 py-4 text-ink">
            {children}
          </div>
        </details>
      ) : (
        <p className="flex min-h-11 items-center gap-3 px-4 py-2.5">{header}</p>
      )}
      {awaited && !isOpen && (
        <div className="border-t border-dashed border-brand/40 bg-surface px-4 py-2.5 text-ink">
          {awaited}
        </div>
      )}
    </div>
  );
}
