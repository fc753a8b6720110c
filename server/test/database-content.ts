import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copyOut, readTables, settleFormats } from '#server/backup/backup-tables.ts';

/** Everything that the tables of a backup hold, by table. */
export async function contentOf(pool: pg.Pool): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read');
    await settleFormats(client);
    const content: Record<string, string> = {};
    for (const table of await readTables(client))
      content[table.name] = await text(Readable.from(client.query(copyTo(copyOut(table)))));
    await client.query('commit');
    return content;
  } finally {
    client.release();
  }
}
