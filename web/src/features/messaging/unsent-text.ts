import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { createDraft } from '#web/lib/draft.ts';

/** The text of an unsent message, in this browser. */
export const unsentText = (personId: string, conversationId: string) =>
  createDraft<string>({
    name: `message-${conversationId}`,
    personId,
    parse: (stored) => (typeof stored === 'string' ? stored : null),
    keptMs: 7 * DAY_MS,
  });

/** Writes a text into the draft that the page holds of a conversation, unless there is one. */
type Prepare = (conversationId: string, text: string) => void;
const preparing = new Map<string, Prepare>();

/** Registers the drafts that the page holds for a person: they come before what is stored. */
export const holdDrafts = (personId: string, prepare: Prepare): void => void preparing.set(personId, prepare);

/** A first message, ready to be sent; nothing where the person has begun to write their own. */
export function prepareText(personId: string, conversationId: string, text: string): void {
  const prepare = preparing.get(personId);
  const stored = unsentText(personId, conversationId);
  if (prepare) prepare(conversationId, text);
  else if (stored.load() === null) stored.save(text);
}
