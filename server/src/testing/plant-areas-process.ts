import { openAdminContext } from '#server/admin/open-admin-context.ts';
import { plantArea } from './factories/areas.ts';

/*
 * Plants areas in a running community: of each argument, `latitude,longitude,label`. A community that has just begun has
 * none, and its requests reach everyone.
 */

const opened = await openAdminContext(process.env);
try {
  for (const argument of process.argv.slice(2)) {
    const [latitude, longitude, label = ''] = argument.split(',');
    await plantArea(opened.ctx.db, { latitude: Number(latitude), longitude: Number(longitude) }, label);
  }
} finally {
  await opened.close();
}
