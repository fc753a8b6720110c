import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** What the start prints to the operator; faults of single settings are in `settings-texts.ts`. */
export const startupTexts = textTable('startup', {
  running: '{app} is running at {url}',
  'language-absent':
    'LANGUAGE {asked} is none of those in locales/ ({languages}), so the community speaks English.',
  'demo-accounts': 'This is the demo community. Sign in there with one click, or use one of these accounts:',
  'demo-remade': 'The demo starts over each night. It opens again in a few seconds.',
  'port-taken':
    'Port {port} on {host} is taken: stop the program that uses it, or set PORT to another number.',
  'port-forbidden': "This user can't use port {port}: set PORT to a number above 1023.",
  'host-elsewhere': "HOST {host} isn't an address of this machine.",
  // photos
  'files-elsewhere':
    'This database keeps its photos in another folder than {folder}: share, mount, or restore that folder here, or, if it is lost for good, run "{command}" to go on without them.',
  'files-of-another':
    '{folder} has the photos of another database: set the DATA_DIR and DATABASE_URL that belong together, or, if you restored both from backups, run "{command}" to keep them together from now on.',
  'other-version':
    "This database was made by another version of OpenLarder, and this one can't open it: start that version, or set another DATA_DIR or DATABASE_URL.",
  'cell-size-fixed':
    'CELL_M is {given}, but the homes here are shown with {stored}, and a second size would tell where they are: set CELL_M={stored}.',
  // secrets and the demo
  'secret-folder': "DATA_DIR {folder} can't be used ({code}): the {name} is kept there.",
  'secret-cut-off':
    '{file} is incomplete: restore it from a backup, or delete it and a new one will be made.',
  'demo-refused':
    'This database has the demo community, and its passwords are public: set DEMO=on to open it anyway, or set another DATA_DIR or DATABASE_URL for your own community.',
  'demo-not-empty':
    'DEMO=on needs an empty database, and this one has people in it: set another DATA_DIR or DATABASE_URL.',
  'demo-absent': "This database doesn't have the demo community, so nothing was changed.",
});
