// The night's backup, in a process of its own: compressing gigabytes would make calls wait for the process that answers, and so
// it can go behind that.
import os from 'node:os';
import { openAdminContext } from '#server/admin/open-admin-context.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { backUpNightly } from './write-backup.ts';

os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
const opened = await openAdminContext(process.env);
const { ctx, pool } = opened;
try {
  await backUpNightly({ ...ctx, pool, log: makeLog(ctx.settings.logLevel) }, ctx.settings);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await opened.close();
}
