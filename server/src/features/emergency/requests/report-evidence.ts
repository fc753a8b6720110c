import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { ReportEvidence } from '#server/features/moderation/moderation.parts.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import type { RequestRow } from './requests.store.ts';
import { hasEverHelped, selectConversationWith } from '../matching/matches.store.ts';
import type { Reading } from './request-queries.ts';

/** What is said against a request, by whoever could have read it and need not know whose it is. */
export function makeWitnessing(parts: EmergencyParts & Pick<Reading, 'knownRequest'>) {
  const { db, places, moderation, knownRequest } = parts;

  /** What was asked for, without an address that somebody wrote into it. */
  async function wordsOf(dbOrTx: DbOrTx, row: RequestRow): Promise<string> {
    const words = [row.title, row.description, row.special_needs].filter(Boolean).join('\n');
    return places.redactAddresses(dbOrTx, [row.requester_id], words);
  }

  return {
    wordsOf,

    /** What a request said when it was reported, and whose it is; null to who could not have read it. */
    async evidenceOfRequest(tx: Tx, id: string, reporterId: string): Promise<ReportEvidence | null> {
      const row = await knownRequest(tx, reporterId, id);
      return row && { aboutId: row.requester_id, words: await wordsOf(tx, row) };
    },

    /** The conversation that somebody who reports a request had about it; null to who never helped with it. */
    async requestConversationId(dbOrTx: DbOrTx, id: string, reporterId: string): Promise<string | null> {
      return (await selectConversationWith(dbOrTx, id, reporterId)) ?? null;
    },

    /** Blocks whoever made a request, for who need not know who that is; again is no error. */
    async blockRequester(caller: Caller, id: string): Promise<void> {
      const row = await knownRequest(db, caller.userId, id);
      if (!row || row.requester_id === caller.userId) throw notFound();
      // who was going to help has been told who it is
      const knowsWho = await hasEverHelped(db, id, caller.userId);
      await moderation.blockPerson(caller, row.requester_id, knowsWho ? null : id);
    },
  };
}

export type Witnessing = ReturnType<typeof makeWitnessing>;
