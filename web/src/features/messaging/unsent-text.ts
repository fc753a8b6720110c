import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { createDraft } from '#web/lib/draft.ts';

/** The text of an unsent message, in this browser: a photo cannot be kept. */
export const unsentText = (personId: string, conversationId: string) =>
  createDraft<string>({
    name: `message-${conversationId}`,
    personId,
    parse: (stored) => (typeof stored === 'string' ? stored : null),
    keptMs: 7 * DAY_MS,
  });
