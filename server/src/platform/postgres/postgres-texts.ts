import { textTable } from '@openlarder/domain/kernel/text-table.ts';

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
