import type { AppContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';

/**
 * Returns true if the two people of a conversation have an open handover in it: an open claim or a matched request. A
 * paused person may still write there.
 */
export const hasOpenHandover =
  defineHook<(ctx: AppContext, conversationId: string) => Promise<boolean>>('hasOpenHandover');
