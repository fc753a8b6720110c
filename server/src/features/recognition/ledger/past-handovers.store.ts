import type { DbOrTx, Tx } from '#server/db/database.ts';

export type HandoverPlace = { readonly endedAt: Date; readonly id: string };

/** How far past handovers are entered; null when all are. */
export async function selectPlace(db: DbOrTx): Promise<{ readonly after: HandoverPlace | null } | null> {
  const row = await db.selectFrom('past_handovers_entry').selectAll().executeTakeFirst();
  if (!row) return null;
  const { after_ended_at: endedAt, after_id: id } = row;
  return { after: endedAt && id ? { endedAt, id } : null };
}

export async function updatePlace(tx: Tx, { endedAt, id }: HandoverPlace): Promise<void> {
  await tx.updateTable('past_handovers_entry').set({ after_ended_at: endedAt, after_id: id }).execute();
}

/** All are entered. */
export async function deletePlace(db: DbOrTx): Promise<void> {
  await db.deleteFrom('past_handovers_entry').execute();
}
