import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { Footprints, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ActionError } from '#web/features/handovers/actions/ActionDialog.tsx';
import { useHandoverActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import {
  CopyAddress,
  type Destination,
  DirectionsLink,
} from '#web/features/handovers/address/Directions.tsx';
import { isNear } from '#web/features/handovers/actions/handover-actions.ts';
import { openCodeOverlay } from '#web/features/handovers/code/CodeButton.tsx';
import type { NextAction, NextActions } from './next-actions.ts';
import type { PanelSheet } from './PanelMenu.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useOutbox } from '../messages/messaging-store.ts';
import { useThread } from '#web/features/messaging/messaging.queries.ts';
import { isRecentlySent, quickReplyText } from '../messages/QuickReplies.tsx';

type Props = {
  readonly handover: Handover;
  readonly next: NextActions;
  readonly amount: string | null;
  readonly meId: string;
  readonly conversationId: string;
  /** The destination of this side, as far as it may see it; null if it may not, or does not travel. */
  readonly place: { readonly to: Destination; readonly address: string } | null;
  readonly renderReveal?: () => ReactNode;
  readonly onOpen: (sheet: PanelSheet) => void;
  /** A button after these. */
  readonly children?: ReactNode;
};

/** The next actions: the first of them is the most likely one. */
export function NextActionButtons(props: Props) {
  const { handover, next, amount, meId, conversationId, renderReveal, onOpen } = props;
  const nowMs = useNow();
  const actions = useHandoverActions(handover);
  const place = handover.status === 'open' ? props.place : null;
  const renderButton = (button: NextAction, isFirst: boolean): ReactNode => {
    const variant = isFirst ? 'primary' : 'secondary';
    switch (button) {
      case 'reveal_address':
        return renderReveal?.();
      case 'complete_by_code':
        return (
          <Button
            variant={isNear(handover, nowMs) ? variant : 'secondary'}
            className="flex-auto"
            onClick={() => openCodeOverlay({ kind: 'enter', handover, amount })}
          >
            <KeyRound className="size-5 shrink-0 max-sm:hidden" />
            <Trans>Enter code</Trans>
          </Button>
        );
      case 'say_on_my_way':
        return (
          <Button
            variant={variant}
            className="flex-auto"
            busy={actions.running === 'say_on_my_way'}
            onClick={() => actions.run({ kind: 'say_on_my_way' })}
          >
            <Footprints className="size-5 shrink-0 max-sm:hidden" />
            <Trans>On my way</Trans>
          </Button>
        );
      case 'tell_on_my_way':
        return <OnMyWayMessage conversationId={conversationId} meId={meId} />;
      case 'plan_time':
        return (
          <Button variant="secondary" className="flex-auto" onClick={() => onOpen('time')}>
            <Trans>Plan a time</Trans>
          </Button>
        );
      default:
        return button satisfies never;
    }
  };
  return (
    <>
      {place !== null && <DirectionsLink to={place.to} variant="primary" />}
      {next.buttons.map((button, index) => (
        <div key={button} className="flex max-w-full flex-auto empty:hidden">
          {renderButton(button, place === null && index === 0)}
        </div>
      ))}
      {props.children}
      {place !== null && <CopyAddress address={place.address} />}
      <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
    </>
  );
}

type OnMyWayMessageProps = { readonly conversationId: string; readonly meId: string };

/** Sends "On my way" with one tap; renders nothing once it is sent. */
function OnMyWayMessage({ conversationId, meId }: OnMyWayMessageProps) {
  const nowMs = useNow();
  const { outgoing, sendOnce } = useOutbox(conversationId);
  const { thread } = useThread(conversationId);
  const text = quickReplyText('on_my_way');
  if (isRecentlySent(text, { thread, outgoing, meId }, nowMs)) return null;
  return (
    <Button variant="secondary" className="flex-auto" onClick={() => sendOnce(text)}>
      <Footprints className="size-5 shrink-0 max-sm:hidden" />
      {text}
    </Button>
  );
}
