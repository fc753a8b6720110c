import { openAdminContext } from '#server/admin/open-admin-context.ts';
import { NEVER_REBUILT, seedArea } from './factories/areas.ts';

/*
 * Plants areas in a running community: of each argument, `latitude,longitude,label`. A new community has none, and its
 * requests reach all donors.
 */

const opened = await openAdminContext(process.env);
try {
  for (const argument of process.argv.slice(2)) {
    const [latitude, longitude, label = ''] = argument.split(',');
    const home = { latitude: Number(latitude), longitude: Number(longitude) };
    await seedArea(opened.ctx.db, home, label, NEVER_REBUILT);
  }
} finally {
  await opened.close();
}
