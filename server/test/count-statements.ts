import type pg from 'pg';
import { watchStatements } from './account-fixture.ts';

/** Counts the statements that go through the pool. */
export function makeStatementCounter(pool: pg.Pool) {
  const statements = watchStatements(pool);
  async function sentIn(work: () => Promise<unknown>): Promise<readonly string[]> {
    statements.length = 0;
    await work();
    return [...statements];
  }
  return {
    in: async (work: () => Promise<unknown>): Promise<number> => (await sentIn(work)).length,
    /** Counts those after the last commit, which read the reply. */
    async afterCommitIn(work: () => Promise<unknown>): Promise<number> {
      const sent = await sentIn(work);
      return sent.length - sent.lastIndexOf('commit') - 1;
    },
  };
}
