import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const backupTexts = textTable('backup', {
  'which-file': 'Which file? {command}',
  'file-there': '{file} is already there. Nothing was written: choose another name.',
  'file-unwritable': "{file} can't be written ({code}). Nothing was kept of it.",
  made: 'Backed up to {file}, and read it again to check it: {rows, plural, one {# row} other {# rows}}, {photos, plural, one {# photo file} other {# photo files}}, {megabytes} MB.',
  secret:
    'It holds addresses, messages and secrets: only you can read it. Copy it to another machine, where no one else can read it either.',
  'file-unreadable': "{file} can't be read ({code}). Nothing was changed.",
  'not-a-backup': '{file} is not a backup of OpenLarder, or is damaged ({reason}). Nothing was changed.',
  'other-version':
    '{file} was made by another version of OpenLarder. Nothing was changed: restore it with that version, then update.',
  'people-there':
    'There are people in this database, and restoring would replace them. Nothing was changed: stop OpenLarder, move {folder} away (or choose an empty DATABASE_URL), and try again.',
  'photos-of-another':
    '{folder} has the photos of another community. Nothing was changed: move it away, or use another one, and try again.',
  'place-of-another':
    '{place} has the backups of another community: name another bucket in BACKUP_S3_URL. None was written there or removed.',
  restored:
    'Restored {file} as of {madeAt}, and checked it: {rows, plural, one {# row} other {# rows}}, {photos, plural, one {# photo file} other {# photo files}}. Start OpenLarder now.',
  'for-real':
    'It will use {names} as the original does. Only trying the backup? Remove them from the settings before you start it, or it writes to real people and changes the photos and backups there.',
});
