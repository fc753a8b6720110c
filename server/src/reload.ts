// npm run reload: the processes that run on DATA_DIR are exchanged for others of the code in this folder.
import path from 'node:path';
import { askToReload } from '#server/platform/processes/control.ts';
import { parentVersionOf } from '#server/platform/processes/parent-version.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { communityLanguage, translateInto } from '#server/platform/texts/translate.ts';

const folder = path.join(import.meta.dirname, '../..');
const dataDir = path.resolve(process.env['DATA_DIR']?.trim() || './data');
try {
  const request = { folder, execPath: process.execPath, version: parentVersionOf(folder) };
  const isDone = await askToReload(dataDir, request, (line) => console.log(line));
  process.exitCode = isDone ? 0 : 1;
} catch (error) {
  const translate = translateInto(communityLanguage(process.env['LANGUAGE']));
  if (!(error instanceof StartupError)) throw error;
  for (const line of error.lines(translate)) console.error(line);
  process.exitCode = 1;
}
