import type { PersonSummary } from '@openlarder/domain/accounts/account-contract.ts';
import { anonymousSummaries } from '#server/features/accounts/profile/anonymous-people.ts';
import { summaries } from '#server/features/accounts/profile/person-queries.ts';
import type { AppContext } from '#server/platform/app-context.ts';

type Told = { readonly actor_id: string | null; readonly subject_id: string };

/**
 * The actor of each of a person's notifications, by first name, or anonymous if the name must not be shown; null
 * without an actor.
 */
export async function actorsOf(
  ctx: AppContext,
  personId: string,
  rows: readonly Told[],
): Promise<(row: Told) => PersonSummary | null> {
  const caused = rows.filter(({ actor_id }) => actor_id !== null);
  const [names, anonymous] = await Promise.all([
    summaries(
      ctx,
      caused.flatMap(({ actor_id }) => actor_id ?? []),
      new Set(),
    ),
    anonymousSummaries(ctx, personId, [...new Set(caused.map(({ subject_id }) => subject_id))]),
  ]);
  return ({ actor_id, subject_id }) =>
    actor_id === null ? null : (anonymous.get(subject_id) ?? names.get(actor_id) ?? null);
}
