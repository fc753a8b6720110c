import type { EarlierMatches, MatchMessages } from '@openlarder/domain/emergency/request-states.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type HelperOf, type MatchRow, selectMatchesOf } from './matches.store.ts';

/* What has been said in a match, which decides when others can help. */

const keyOf = ({ request_id, helper_id }: HelperOf): string => `${request_id} ${helper_id}`;

/** All matches of these helpers with these requests, and when the requester has written to each since the first. */
async function readAnswers(ctx: AppContext, pairs: readonly HelperOf[]) {
  const rows = await selectMatchesOf(ctx.db, pairs);
  const matchesOf = Map.groupBy(rows, keyOf);
  const turns = [...matchesOf.values()].flatMap((matches) =>
    // a helper who came back with a listing has a conversation about that
    matches.map(({ conversation_id, helper_id, requester_id }) => ({
      conversationId: conversation_id,
      helperId: helper_id,
      requesterId: requester_id,
      since: matches[0]?.created_at ?? ctx.clock.now(),
    })),
  );
  const answers = await messaging.answersIn(ctx, turns);
  return {
    matchesOf,
    /** When the requester last wrote to this helper (epoch milliseconds); null for never. */
    answeredAtMs: (pair: HelperOf): number | null => {
      const times = (matchesOf.get(keyOf(pair)) ?? []).flatMap(
        ({ conversation_id }) => answers.get(conversation_id)?.getTime() ?? [],
      );
      return times.length === 0 ? null : Math.max(...times);
    },
  };
}

export async function matchMessages(
  ctx: AppContext,
  matches: readonly MatchRow[],
): Promise<ReadonlyMap<string, MatchMessages>> {
  if (matches.length === 0) return new Map();
  const { answeredAtMs } = await readAnswers(ctx, matches);
  const trust = await trustOf(
    ctx,
    matches.map(({ helper_id }) => helper_id),
  );
  const helperSpoke = await messaging.spokenIn(
    ctx,
    matches.map(({ conversation_id, helper_id, created_at }) => ({
      conversationId: conversation_id,
      personId: helper_id,
      since: created_at,
    })),
  );
  return new Map(
    matches.map((match) => [
      match.id,
      {
        matchedAtMs: match.created_at.getTime(),
        isRejoin: match.is_rejoin,
        isKnownHelper: trust.get(match.helper_id) === 'known',
        helperSpoke: helperSpoke.has(match.conversation_id),
        answeredAtMs: answeredAtMs(match),
        isAgreed: match.agreed_at !== null,
        giverConfirmed: match.giver_confirmed_at !== null,
        receiverConfirmed: match.receiver_confirmed_at !== null,
      },
    ]),
  );
}

/** How this person's earlier matches of these requests ended, by request id; requests without a match are absent. */
export async function earlierMatches(
  ctx: AppContext,
  helperId: string,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, EarlierMatches>> {
  const pairs = requestIds.map((request_id) => ({ request_id, helper_id: helperId }));
  const { matchesOf, answeredAtMs } = await readAnswers(ctx, pairs);
  return new Map(
    pairs.flatMap((pair) => {
      const matches = matchesOf.get(keyOf(pair));
      if (!matches) return [];
      const reason = matches.at(-1)?.release_reason;
      const lastEndedInSilence = reason === 'silent' || reason === 'beside';
      const requesterAnswered = answeredAtMs(pair) !== null;
      const earlier = { count: matches.length, lastEndedInSilence, requesterAnswered };
      return [[pair.request_id, earlier] as const];
    }),
  );
}
