import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { openPool } from '#server/platform/postgres/database.ts';
import { runAdminHere } from '#server/test/admin-process.ts';
import { databaseUrlOf } from '#server/test/app-pair.ts';
import { startApp } from '#server/test/app-process.ts';
import { contentOf } from '#server/test/database-content.ts';
import { brokenInvariants, claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { makeOwnPostgres } from '#server/test/own-postgres.ts';
import { testDatabase } from '#server/test/test-database.ts';

const WITHIN_MS = 180_000;

/** A PostgreSQL of another major version than the one of the packages, as Debian installs it; undefined without one. */
const OTHER = fs
  .globSync('/usr/lib/postgresql/*')
  .filter((folder) => fs.existsSync(path.join(folder, 'bin/initdb')))
  .find((folder) => Number(path.basename(folder)) >= 15 && Number(path.basename(folder)) < 18);
if (OTHER === undefined)
  console.log('no PostgreSQL of another major version is installed: backups between two are not tried');

const { ctx, pool, person, listing } = await claimsFixture();

test(
  'a backup goes from one major version of PostgreSQL to another and back, and the app runs there',
  async () => {
    if (OTHER === undefined) return;
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-major-')));
    fs.chmodSync(folder, 0o711);
    onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
    const other = await makeOwnPostgres(folder, {}, OTHER);
    await other.start();
    onTestFinished(() => other.stop('SIGKILL'));

    for (let nth = 0; nth < 3; nth++)
      await claimListing(ctx, await person(), (await listing(await person())).id, 1);
    const { rows } = await pool.query<{ name: string }>('select current_database() as name');
    const own = databaseUrlOf({ ...inject('postgres'), database: rows[0]?.name ?? '' });
    const env = (url: string, name: string) => ({
      DATABASE_URL: url,
      DATA_DIR: path.join(folder, name),
      TIME_ZONE: 'UTC',
      SESSION_SECRET: 's'.repeat(43),
    });
    const done = { code: 0, err: '' };
    const major = async (on: pg.Pool): Promise<string> =>
      (await on.query<{ version: string }>(`select current_setting('server_version') as version`)).rows[0]
        ?.version ?? '';

    const forth = path.join(folder, 'forth.tar.zst');
    expect(
      await runAdminHere({ ...env(own, 'own'), DATA_DIR: ctx.settings.dataDir }, 'backup', forth),
    ).toMatchObject(done);
    expect(await runAdminHere(env(other.url(), 'there'), 'restore', forth)).toMatchObject(done);
    const there = openPool(other.connection);
    onTestFinished(() => there.end());
    expect(Number.parseInt(await major(there), 10)).not.toBe(Number.parseInt(await major(pool), 10));
    const before = await contentOf(pool);
    expect(await contentOf(there)).toEqual(before);
    expect(before['public.claim']?.trim().split('\n')).toHaveLength(3);

    const back = path.join(folder, 'back.tar.zst');
    expect(await runAdminHere(env(other.url(), 'there'), 'backup', back)).toMatchObject(done);
    const again = await testDatabase();
    expect(await runAdminHere(env(databaseUrlOf(again.connection), 'again'), 'restore', back)).toMatchObject(
      done,
    );
    expect(await contentOf(again.pool)).toEqual(before);
    const broken = (await brokenInvariants(again.pool)).filter(
      // hints for open browsers are left out
      ({ invariant }) => invariant !== 'a handover without its event',
    );
    expect(broken).toEqual([]);

    const app = await startApp(path.join(folder, 'there'), { ...env(other.url(), 'there'), DEMO: 'off' });
    onTestFinished(async () => void (await app.end('SIGTERM')));
    expect((await fetch(`${app.address}/readyz`)).status).toBe(200);
  },
  WITHIN_MS,
);
