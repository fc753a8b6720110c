import type { AppContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';

/** Returns true if a conversation has an open handover. A paused person may still write there. */
export const hasOpenHandover =
  defineHook<(ctx: AppContext, conversationId: string) => Promise<boolean>>('hasOpenHandover');

/**
 * Returns which of these people have met the person: a handover of the two was completed by code or by both sides'
 * confirmation. The others show no last name.
 */
export const peopleMet =
  defineHook<
    (ctx: AppContext, personId: string, otherIds: readonly string[]) => Promise<ReadonlySet<string>>
  >('peopleMet');
