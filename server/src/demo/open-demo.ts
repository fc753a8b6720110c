import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { DemoAccount } from '@openlarder/domain/community/community-contract.ts';
import type { Ground } from '#server/features.ts';
import { decideDemo } from '#server/platform/settings/settings.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, demoName, emailOf } from './demo-people.ts';
import { makeDemoCommunity } from './make-demo-community.ts';
import { emptyTables } from './empty-tables.ts';

type DemoState = 'begun' | 'done' | null;

/**
 * Opens the demo community where the settings want one: made when the database is new, made anew when it was left
 * unfinished or `remake` asks for it, and kept otherwise. Gives the accounts to sign in with, as far as they are still
 * there; none where there is no demo. Refuses with a StartupError where the settings and the database do not go together.
 */
export async function openDemo(
  ground: Ground,
  { isNew, remake = false }: { readonly isNew: boolean; readonly remake?: boolean },
): Promise<DemoAccount[]> {
  const { pool, settings, log } = ground;
  const found = await readState(ground);
  if (remake && found === null && !isNew)
    throw new StartupError('This database does not hold the demo community: nothing was changed.');
  const { rows } = await pool.query<{ empty: boolean }>('select not exists (select 1 from person) as empty');
  const isEmpty = rows[0]?.empty ?? false;
  const decision = decideDemo(settings.demo, { isNew, isEmpty, holdsDemo: found !== null });
  if (decision === 'none') return [];
  if (found !== 'done' || remake) {
    await beginAnew(ground, found);
    const startedMs = performance.now();
    await makeDemoCommunity(ground);
    await pool.query(`update demo_community set state = 'done'`);
    log.info({ ms: Math.round(performance.now() - startedMs) }, 'the demo community is open');
  }
  const there = await emailsThere(ground);
  return DEMO_ACCOUNTS.filter((person) => there.has(emailOf(person))).map((person) => ({
    name: demoName(person),
    email: emailOf(person),
    password: DEMO_PASSWORD,
    userType: person.userType,
    organizationName: person.business?.name ?? null,
    ...(person.isAdmin && { isAdmin: true }),
  }));
}

/** Anybody may have closed one of the accounts, and a demo that was made before may lack one. */
async function emailsThere({ pool }: Ground): Promise<ReadonlySet<string>> {
  const asked = DEMO_ACCOUNTS.map(emailOf);
  const { rows } = await pool.query<{ email: string }>('select email from person where email = any($1)', [
    asked,
  ]);
  return new Set(rows.map(({ email }) => email));
}

async function readState({ pool }: Ground): Promise<DemoState> {
  const { rows } = await pool.query<{ state: 'begun' | 'done' }>('select state from demo_community limit 1');
  return rows[0]?.state ?? null;
}

/** Says that the demo is begun before anything is touched, so that a start that breaks off is known by the next. */
async function beginAnew({ pool, settings, clock }: Ground, found: DemoState): Promise<void> {
  if (found === null) {
    await pool.query(`insert into demo_community (state, created_at) values ('begun', $1)`, [clock.now()]);
    return;
  }
  await pool.query(`update demo_community set state = 'begun', created_at = $1`, [clock.now()]);
  await emptyTables(pool);
  await rm(path.join(settings.dataDir, 'objects'), { recursive: true, force: true });
}
