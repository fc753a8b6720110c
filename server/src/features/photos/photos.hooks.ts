import type { AppContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';

/** The conversation in which a photo was sent; null for any other photo. */
export const photoConversation =
  defineHook<(ctx: AppContext, photoId: string) => Promise<string | null>>('photoConversation');
