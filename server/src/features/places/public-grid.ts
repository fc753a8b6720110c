import { sql } from 'kysely';
import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { startupTexts } from '#server/platform/startup-texts.ts';

/** Homes shown at the points of two grids can be found where their cells meet. */
export async function requireSameGrid(ctx: AppContext): Promise<void> {
  const given = ctx.settings.cellM;
  const stored = await inTransaction(ctx, async ({ db }) => {
    await sql`lock table public_grid in exclusive mode`.execute(db);
    const grid = await db.selectFrom('public_grid').select('cell_m').executeTakeFirst();
    const home = await db
      .selectFrom('place')
      .select('id')
      .where('kind', '=', 'home')
      .limit(1)
      .executeTakeFirst();
    if (grid && home) return grid.cell_m;
    await db
      .insertInto('public_grid')
      .values({ cell_m: given })
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ cell_m: given }))
      .execute();
    return given;
  });
  if (stored !== given)
    throw new StartupError((translate) =>
      translate(startupTexts, 'cell-size-fixed', { given: String(given), stored: String(stored) }),
    );
}
