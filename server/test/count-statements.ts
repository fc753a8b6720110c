import type pg from 'pg';
import { watchStatements } from './account-fixture.ts';

/** Counts the statements that go through the pool. */
export function makeStatementCounter(pool: pg.Pool) {
  const statements = watchStatements(pool);
  return {
    async in(work: () => Promise<unknown>): Promise<number> {
      statements.length = 0;
      await work();
      return statements.length;
    },
  };
}
