import { Footprints } from 'lucide-react';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { useOutbox } from '../messages/messaging-store.ts';
import { useThread } from '../../messaging/messaging.queries.ts';
import { isRecentlySent, quickReplyText } from '../messages/quick-reply-labels.ts';

type Props = { readonly conversationId: string; readonly meId: string };

/** Sends "On my way" with one tap; renders nothing once it is sent. */
export function OnMyWayMessage({ conversationId, meId }: Props) {
  const nowMs = useNow();
  const { outgoing, sendOnce } = useOutbox(conversationId);
  const { thread } = useThread(conversationId);
  const text = quickReplyText('on_my_way');
  if (isRecentlySent(text, { thread, outgoing, meId }, nowMs)) return null;
  return (
    <Button variant="secondary" className="flex-auto" onClick={() => sendOnce(text)}>
      <Footprints aria-hidden="true" className="size-5 shrink-0 max-sm:hidden" />
      {text}
    </Button>
  );
}
