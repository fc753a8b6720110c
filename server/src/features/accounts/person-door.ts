import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod/mini';

/**
 * Lets in a person who has shown otherwise who they are, with the library's own session and cookie. Like all of the
 * library's endpoints it is called from here and mounted nowhere.
 */
export const personDoor = () =>
  ({
    id: 'person-door',
    endpoints: {
      enterAs: createAuthEndpoint(
        '/enter-as',
        { method: 'POST', body: z.object({ personId: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.personId);
          if (!user) throw new APIError('UNAUTHORIZED');
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return { user: { id: user.id } };
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
