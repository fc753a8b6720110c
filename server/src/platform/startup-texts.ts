import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** What the start prints to the operator; faults of single settings are in `settings-texts.ts`. */
export const startupTexts = textTable('startup', {
  running: '{app} is running at {url}',
  setup: 'Set up your community with this link. It works once, until tomorrow: {url}',
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

/** Why the embedded PostgreSQL does not start, to the operator. */
export const postgresTexts = textTable('postgres', {
  'no-user':
    'PostgreSQL can\'t run as root, and there\'s no user called "postgres" or "nobody": start OpenLarder as a regular user.',
  windows:
    'On Windows, OpenLarder needs your own PostgreSQL: set DATABASE_URL, or start OpenLarder inside WSL.',
  'no-package': "There's no PostgreSQL package for {platform}: set DATABASE_URL.",
  'folder-unusable': "The data folder {folder} can't be used ({code}): set DATA_DIR to another folder.",
  'foreign-owner':
    '{folder} belongs to user id {owner}, and OpenLarder is running as {self}: start it as that user, or set DATA_DIR to another folder.',
  'other-version':
    '{folder} was made by PostgreSQL {found}, and this is {expected}: export it there and import it here, or set DATABASE_URL.',
  'password-missing': '{file} is missing: restore it from a backup.',
  'password-wrong': "The password in {file} doesn't match its PostgreSQL.",
  'nameless-user':
    "PostgreSQL can't run as a user without a name: user id {uid} has no entry in /etc/passwd.",
  'folder-not-made': "PostgreSQL couldn't create its folder: {reason}",
  'not-started': "PostgreSQL didn't start: {reason}",
  'not-ready': "PostgreSQL wasn't ready within {seconds, plural, one {# second} other {# seconds}}: {reason}",
  'in-use': 'Another OpenLarder is using {folder}: stop it, or set DATA_DIR to another folder.',
  'in-use-by':
    'Another OpenLarder (process {pid}) is using {folder}: stop it, or set DATA_DIR to another folder.',
});
