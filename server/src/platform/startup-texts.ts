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
  'places-unreadable': "PLACES_FILE {file} can't be read ({code}).",
  'places-not-json': "PLACES_FILE {file} isn't JSON: a comma or a quotation mark may be missing.",
  'places-wrong': 'PLACES_FILE {file} is wrong at "{where}". An example: {example}',
  // npm run reload
  'reload-absent':
    'No OpenLarder that can be reloaded runs on DATA_DIR {folder}: start it, or set the DATA_DIR of the one that runs.',
  'reload-done': 'New processes answer now. Those before finish what they have begun, and end.',
  'reload-failed': 'The new processes did not start: those before go on.',
  'process-late':
    'A new process did not answer within {minutes, plural, one {# minute} other {# minutes}}, and was ended.',
  'process-killed': 'A process was ended by {signal} before it answered. With SIGKILL, memory may be short.',
  'reload-waits':
    'Processes from before the last reload still finish: this goes on when they have ended, in {seconds, plural, one {# second} other {# seconds}} at most.',
  'reload-busy': 'A reload is going on already: wait for it.',
  'reload-restarts': '{parts} changed here, so everything restarts, which takes some seconds.',
  'reload-restart-needed': '{parts} changed here: stop OpenLarder and start it again.',
  'reload-too-long': 'DATA_DIR {folder} is too long a path for "npm run reload": stop and start instead.',
  // photos
  'files-absent':
    'This database\'s photos aren\'t in {folder}: set the S3_URL or DATA_DIR that it had, share, mount or restore what was there, or, if that is lost for good, run "{command}" to go on without them.',
  'files-of-another':
    '{folder} has the photos of another database: set the DATA_DIR, S3_URL and DATABASE_URL that belong together, or, if you restored both from backups, run "{command}" to keep them together from now on.',
  'files-moving-of-another':
    '{folder} has photos that move to the store of another database: set the DATA_DIR, S3_URL and DATABASE_URL that belong together, or move that folder elsewhere.',
  'database-lost':
    'The database broke off the start ({said}). Is it running, and has it connections and disk left? Then start OpenLarder again.',
  'disk-full': "DATA_DIR can't be written, since its disk is full: make room on it.",
  'other-version':
    "This database was made by another version of OpenLarder, and this one can't open it: start that version, or set another DATA_DIR or DATABASE_URL.",
  'settings-differ':
    'Another OpenLarder that runs on this database has another {names}: set the same in both, or stop the other first.',
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

/** Why the database of `DATABASE_URL` can't be used. */
export const databaseTexts = textTable('database', {
  'host-unknown': "DATABASE_URL: there's no machine called {host} ({code}). Is the name spelled right?",
  'file-unreadable': "DATABASE_URL: {file} can't be read ({code}).",
  'nothing-there':
    'DATABASE_URL: nothing listens at {host} ({code}). Is PostgreSQL running there, and does it listen on that address and port?',
  'no-answer':
    "DATABASE_URL: {host} doesn't answer. Are address and port right, and does a firewall let this machine through?",
  'password-wrong': 'DATABASE_URL: {host} refuses the password of the user "{user}".',
  'password-missing':
    'DATABASE_URL: {host} asks for a password: write it into the address (postgres://user:password@host/database), with @, :, / and # percent-encoded.',
  refused:
    'DATABASE_URL: {host} lets the user "{user}" from this machine not into the database "{database}": allow it in pg_hba.conf.',
  'tls-wanted': 'DATABASE_URL: {host} takes encrypted connections only: add ?sslmode=verify-full.',
  'no-tls': 'DATABASE_URL: {host} has no TLS: take sslmode out, or switch TLS on there.',
  certificate:
    'DATABASE_URL: the certificate of {host} is not trusted ({code}): add its authority with &sslrootcert=/path/to/ca.pem, and use the name that the certificate is for.',
  'no-login': 'DATABASE_URL: {host} lets the user "{user}" not sign in: alter role "{user}" login.',
  'database-closed':
    'DATABASE_URL: the database "{database}" at {host} takes no connections: alter database "{database}" allow_connections true.',
  'not-postgres':
    'DATABASE_URL: what answers at {host} ends the connection and may not be PostgreSQL. Are address and port right?',
  unusable: "DATABASE_URL: {host} can't be used. It says: {said}",
  'database-unknown': 'DATABASE_URL: there\'s no database "{database}" at {host}: create it.',
  'no-rights':
    'DATABASE_URL: the user "{user}" can\'t make tables in the database "{database}": make it the owner of that database.',
  'read-only':
    'DATABASE_URL: the database "{database}" at {host} takes no changes (it is a standby, or read-only): use the address of the primary.',
  'too-many-connections':
    'DATABASE_URL: {host} has no connection left: raise its limit of connections, or stop what uses them. Each OpenLarder process needs up to 25.',
  starting: 'DATABASE_URL: PostgreSQL at {host} is still starting, or stopping: try again in a minute.',
  'too-old': 'DATABASE_URL: {host} has PostgreSQL {major}, and OpenLarder needs {oldest} or newer.',
  encoding: 'DATABASE_URL: the database "{database}" is in {encoding}: create one in UTF8.',
  pooler:
    'DATABASE_URL: a pooler at {host} shares connections between transactions: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  'pooler-settings':
    'DATABASE_URL: the pooler at {host} does not pass on our time limits: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  'pooler-timeless':
    "DATABASE_URL: the pooler at {host} sets no time limit, so one stuck statement holds a connection forever: add connect_query='set statement_timeout = 2000; set idle_in_transaction_session_timeout = 5000; set jit = off' to its line of this database.",
  'another-database':
    'DATABASE_DIRECT_URL leads to "{database}" at {host}, and DATABASE_URL to another database: set both to the same one.',
  budget:
    'DATABASE_URL: {host} allows {most, plural, one {# connection} other {# connections}}, and {processes, plural, one {# process of OpenLarder needs up to {needed}} other {# processes of OpenLarder need up to {needed} each}}: raise max_connections (or the limit of the user or database) to at least {all}, plus what other programs use.',
});

/** What is wrong with an object store, which `setting` names. */
export const storeTexts = textTable('store', {
  'host-unknown': "{setting}: there's no machine of the name in {store} ({answer}). Is it spelled right?",
  'nothing-there': '{setting}: nothing listens at {store} ({answer}). Does the store run there?',
  'no-answer':
    "{setting}: {store} doesn't answer in time ({answer}). Does the store run, and does a firewall let this machine through?",
  certificate:
    '{setting}: the certificate of {store} is not trusted ({answer}): use the name that it is for, or name its authority in NODE_EXTRA_CA_CERTS.',
  'no-tls':
    '{setting}: {store} answers without TLS ({answer}): write http:// there, or switch TLS on for it.',
  'key-unknown':
    '{setting}: {store} does not know this key ({answer}): is it the right one, and was it not deleted?',
  'secret-wrong':
    '{setting}: the secret is not the one of this key at {store} ({answer}): copy it again, with % as %25.',
  forbidden:
    "{setting}: {store} doesn't allow this key to do that ({answer}): allow it to list the bucket, and to read, write and delete objects in it.",
  'no-bucket': "{setting}: there's no such bucket as in {store} ({answer}): create it, or correct its name.",
  clock:
    '{setting}: {store} refuses what this machine signs, since their clocks differ by more than a quarter of an hour ({answer}): set the clock, best by NTP.',
  region: '{setting}: {store} is in another region ({answer}): add ?region= with its name.',
  full: '{setting}: {store} has no room left ({answer}): raise its quota, or add disks.',
  busy: '{setting}: {store} has trouble of its own, or is asked for too much ({answer}).',
  damaged:
    '{setting}: {store} sends something other than what was stored ({answer} bytes, and their sum is not the one kept with them). Only OpenLarder may write there.',
  'no-store': '{setting}: what answers at {store} is no S3-compatible store ({answer}).',
  refused: '{setting}: {store} refuses what it is asked for ({answer}).',
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

/** What is wrong with a variable of the environment, to the operator. */
export const settingsTexts = textTable('settings', {
  'whole-number': '{name} must be a whole number from {min} to {max}, not "{value}".',
  processes: '{name} must be a number of processes from 1 to {max}, or auto, not "{value}".',
  'one-of': '{name} must be one of {choices}, not "{value}".',
  name: '{name} must have a letter or a number, and no check mark or badge.',
  'one-line': '{name} must be a single line with {max} characters at most.',
  'begins-with': '{name} must be an address that begins with {one} or {other}.',
  'database-address':
    '{name} must be an address like {example}: in user and password write @ : / ? # % as {encoded}, and the port is at most 65535.',
  'origin-only': '{name} must be a scheme, host, and port only, like {example}.',
  'issuer-https': '{name} must begin with https:// unless the provider is on this machine.',
  'tile-placeholders': '{name} must contain {z}, {x}, and {y}.',
  'time-zone': '{name} must be a time zone like {example}, not "{value}".',
  country: '{name} must be a two-letter country code like {example}, not "{value}".',
  currency: '{name} must be the code of a currency that people can donate in, like {example}, not "{value}".',
  place: '{name} must be a latitude and a longitude like {example}, not "{value}".',
  'help-lines': '{name} must look like this: {example}',
  proxies: '{name} must be on, off, or the addresses of your proxies, like {example}.',
  'secret-length': '{name} must have at least {min} characters. Leave it out, and one will be made and kept.',
  unreadable: "{name} {file} can't be read ({code}).",
  paragraphs: '{name} must be plain text with {max} characters at most.',
  email: '{name} must be an email address.',
  sender: '{name} must be an email address, like {example}.',
  'community-claims': '{name} must look like this, with what you can stand by: {example}',
  'store-address':
    '{name} must look like {example}: a key, its secret, and one bucket, in the path or before the host.',
  'provider-key': "{name} must be a key of your card provider's that begins with one of {prefixes}.",
  // combinations
  'provider-keys-differ':
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.',
  'secret-with-store':
    'S3_URL is set, so SESSION_SECRET must be set too, the same on all machines. If this one has {file}, it is what stands there.',
  'needed-too':
    '{count, plural, one {{others} is set, so {names} must be set too.} other {{others} are set, so {names} must be set too.}}',
  'public-url':
    "Set PUBLIC_URL when HOST is open to other machines. It's the address people type, like {example}.",
  'demo-in-production': "DEMO=on isn't allowed with NODE_ENV=production: the demo's passwords are public.",
  'store-in-demo':
    "DEMO=on isn't allowed with S3_URL: the demo starts over each night, and would leave its photos in that store.",
  'backups-with-photos':
    'BACKUP_S3_URL and S3_URL name the same bucket: use another for the backups, best in another place.',
  'live-keys-in-demo':
    "DEMO=on isn't allowed with live Stripe keys: the demo would take real money. Use test keys.",
});
