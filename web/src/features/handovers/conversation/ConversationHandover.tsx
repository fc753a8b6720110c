import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { ReactNode } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { allowedActions, awaitedAction } from '../actions/handover-actions.ts';
import { HandoverActions } from '../actions/HandoverActions.tsx';
import { AgreedTime } from '../agreed-time/AgreedTime.tsx';
import { CodeButton } from '../code/CodeButton.tsx';
import { handoverTimeLine } from '../agreed-time/time-line.ts';
import { agreedSentence, handoverSentence } from '../handover-labels.ts';
import { ConversationDisclosure } from './ConversationDisclosure.tsx';

type Props = {
  readonly handover: Handover;
  /** In place of the time, if something is more urgent or there is no time. */
  readonly detail?: ReactNode;
  /** What the other side waits for beside the handover; falsy for nothing. */
  readonly awaited?: ReactNode;
  /** The place, and what it is about; shown above the actions. */
  readonly children: ReactNode;
  /** Shown below the actions. */
  readonly more?: ReactNode;
};

/** The panel of a handover without a claim above a conversation's messages. */
export function ConversationHandover(props: Props) {
  const { handover, detail, awaited: awaitedElse, children, more } = props;
  const nowMs = useNow();
  const sentence = handoverSentence(handover, nowMs);
  const awaited = awaitedAction(handover, nowMs);
  const isOpen = handover.status === 'open';
  const isTimeTold = sentence === agreedSentence(handover, nowMs);
  const hasDetails = Boolean(children) || allowedActions(handover, nowMs).length > 0;
  return (
    <ConversationDisclosure
      sentence={sentence}
      detail={isOpen && (detail || (!isTimeTold && handoverTimeLine(handover, nowMs)))}
      code={handover.code !== null && <CodeButton handover={handover} />}
      isNeutral={!isOpen && handover.status !== 'completed'}
      stage={`${sentence} ${String(awaited)} ${String(Boolean(awaitedElse))}`}
      startsOpen={isOpen || awaited !== null}
      awaited={
        awaited === null ? (
          awaitedElse
        ) : (
          <>
            <AgreedTime handover={handover} isBrief />
            <HandoverActions handover={handover} isBrief />
          </>
        )
      }
    >
      {hasDetails && (
        <>
          {children}
          <AgreedTime handover={handover} />
          <HandoverActions handover={handover} />
          {more}
        </>
      )}
    </ConversationDisclosure>
  );
}
