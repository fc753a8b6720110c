import { type AskedQuestion, MAX_QUESTIONS } from '@openlarder/domain/accounts/standing.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';
import type { AppContext } from '#server/platform/app-context.ts';

type Within = { readonly from: Date; readonly until: Date };

/**
 * The latest conversations about the food of these people in which the other person wrote first, by giver; givers
 * without any are absent. `within` bounds the start of the conversation and the time of the first message.
 */
export async function questionsAsked(
  ctx: AppContext,
  personIds: readonly string[],
  within: Within,
): Promise<Map<string, AskedQuestion[]>> {
  const questions = new Map<string, AskedQuestion[]>();
  for (const row of await selectQuestions(ctx.db, personIds, within)) {
    const { giver_id, receiver_id, asked_at, answered_at } = row;
    const question = {
      askerId: receiver_id,
      askedAtMs: asked_at.getTime(),
      answeredAtMs: answered_at && answered_at.getTime(),
    };
    questions.set(giver_id, [...(questions.get(giver_id) ?? []), question]);
  }
  return questions;
}

type QuestionRow = {
  readonly giver_id: string;
  readonly receiver_id: string;
  readonly asked_at: Date;
  readonly answered_at: Date | null;
};

async function selectQuestions(
  db: DbOrTx,
  giverIds: readonly string[],
  { from, until }: Within,
): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select asked.*
    from unnest(${[...giverIds]}::uuid[]) as giver(id)
    cross join lateral (
      select conversation.giver_id, conversation.receiver_id, written.created_at as asked_at, (
        select min(created_at) from message
        where conversation_id = conversation.id and sender_id = conversation.giver_id
          and created_at > written.created_at) as answered_at
      from conversation
      cross join lateral (
        select sender_id, created_at from message
        where conversation_id = conversation.id and event is null and sender_id is not null
        order by created_at, id limit 1
      ) as written
      where conversation.giver_id = giver.id and conversation.listing_id is not null
        and conversation.created_at between ${from} and ${until}
        and written.sender_id = conversation.receiver_id and written.created_at < ${until}
      order by conversation.created_at desc
      limit ${MAX_QUESTIONS}
    ) as asked`.execute(db);
  return rows;
}
