import { Trans, useLingui } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import { allowedActions, otherParty } from '../actions/handover-actions.ts';
import { HandoverDialog } from '../actions/HandoverDialogs.tsx';
import { useHandoverActions } from '../actions/use-handover-actions.ts';
import { t as translate } from '@lingui/core/macro';
import { DISPUTE_HOURS } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { formatDayTime } from '#web/lib/format.ts';
import { actionLabels } from '../actions/action-labels.ts';

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
            <Trans>Something isn't right</Trans>
            <Ellipsis className="size-5" />
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

/** What can be wrong with a handover, the most harmless first. */
const PROBLEM_ACTIONS = ['stop_waiting', 'release', 'report_no_food', 'report_no_show', 'dispute'] as const;
type ProblemAction = (typeof PROBLEM_ACTIONS)[number];

function problemsOf(handover: Handover, nowMs: number): readonly ProblemAction[] {
  const allowed = allowedActions(handover, nowMs);
  return PROBLEM_ACTIONS.filter((action) => allowed.includes(action));
}

/** The entry of the menu; after the handover it says until when. */
function problemLabel(action: ProblemAction, handover: Handover, nowMs: number): string {
  if (action !== 'dispute' || handover.endedAt === null) return actionLabels(action, handover, nowMs).label;
  const until = formatDayTime(Date.parse(handover.endedAt) + DISPUTE_HOURS * HOUR_MS, nowMs);
  return translate`Tell an organizer (until ${until})`;
}
