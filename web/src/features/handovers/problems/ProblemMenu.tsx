import { Trans, useLingui } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { nameInSentence } from '#web/features/accounts/name-in-sentence.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import { otherParty } from '../actions/handover-actions.ts';
import { HandoverDialog } from '../actions/HandoverDialogs.tsx';
import { useHandoverActions } from '../actions/use-handover-actions.ts';
import { type ProblemAction, problemLabel, problemsOf } from './handover-problems.ts';

type Props = {
  readonly handover: Handover;
  /** Closes what the menu is on before it leads away; without it there is no way to the messages here. */
  readonly onLeave?: () => void;
  readonly className?: string;
};

/** What to do if something is wrong, behind one quiet button; nothing if there is nothing to do. */
export function ProblemMenu({ handover, onLeave, className }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const [, navigate] = useLocation();
  const actions = useHandoverActions(handover);
  const [opened, setOpened] = useState<ProblemAction | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const name = nameInSentence(otherParty(handover).displayName);
  const items: MenuItem[] = problemsOf(handover, nowMs).map((action) => ({
    label: problemLabel(action, handover, nowMs),
    onSelect: () => {
      actions.reset();
      setOpened(action);
    },
  }));
  if (onLeave)
    items.unshift({
      label: t`Message ${name}`,
      onSelect: () => {
        onLeave();
        navigate(paths.conversation(handover.conversationId));
      },
    });
  if (items.length === 0) return null;
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <Menu
        align="start"
        trigger={
          <Button variant="quiet" className={classNames('text-sm', className)}>
            <Trans>Something's not right</Trans>
            <Ellipsis aria-hidden="true" className="size-5" />
          </Button>
        }
        items={items}
      />
      {opened !== null && (
        <HandoverDialog
          kind={opened}
          handover={handover}
          actions={actions}
          onClose={() => setOpened(null)}
          elseFocus={container}
        />
      )}
    </div>
  );
}
