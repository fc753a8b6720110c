import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** The texts of the admin command. `{who}` is a name with an email in angle brackets. */
export const adminTexts = textTable('admin', {
  ask: '{question} [y/N] ',
  // the answers that mean yes, separated by commas
  yes: 'y,yes',
  'unknown-command': '"{name}" isn\'t a command.',
  unchanged: 'Nothing was changed.',
  'interrupted-before': 'Interrupted: nothing was changed.',
  'interrupted-after': 'Interrupted: run "{command}" to see if it was done.',
  'no-answer-before':
    "The database isn't responding{code, select, none {} other { ({code})}}: nothing was changed.",
  'no-answer-after':
    'The database isn\'t responding{code, select, none {} other { ({code})}}: run "{command}" to see if it was done.',

  // the community
  'folder-of-another': "You don't have access to {folder}: run this as the user that runs OpenLarder.",
  'no-community':
    "There's no community in {folder}: set DATA_DIR and DATABASE_URL to the same values as your server, or start OpenLarder first.",
  'empty-database': "There's no community in this database yet: start OpenLarder first.",
  'earlier-version':
    'This database is from an earlier version: start (or restart) OpenLarder to bring it up to date.',

  // mail
  'test-mail.no-server': "SMTP_URL isn't set, so emails are printed in the server's log.",
  'test-mail.whom': 'Whom should it go to? Set ADMIN_EMAIL, or add an email: {command}',
  'test-mail.subject': 'A test from {app}',
  'test-mail.text': 'Email from your community arrives.',
  'test-mail.sent':
    '{server} (SMTP_URL) took an email to {email} from {from} (MAIL_FROM). Look for it there, and in the spam folder.',
  'test-mail.address-refused':
    '{server} (SMTP_URL) takes our email, but not to {email}. Is it spelled right?',
  'test-mail.failed': "{server} (SMTP_URL) didn't take an email to {email} from {from} (MAIL_FROM). It said:",

  // people
  'who-needed': 'Who? Add an email or an id. To find someone by name: {command}',
  'who-unknown':
    "There's no one here with the email or id {given}. Nothing was changed. To find someone by name: {command}",
  'who-named':
    '{count, plural, one {Is this who you mean by {given}?} other {Who do you mean by {given}?}} Nothing was changed. Names can be alike, so please use the email:',
  'people.which': 'Look for whom? Add part of a name or an email.',
  'people.none':
    "There's no one here whose name or email contains {given}. Try a shorter part of it, such as the first name.",
  'people.more': "There are more than these. Add more of the name if the one you're looking for isn't here.",
  'people.heading.name': 'name',
  'people.heading.email': 'email',
  'people.heading.id': 'id',
  'people.heading.kind': 'kind',
  'people.heading.status': 'status',
  'people.kind.business': 'business',
  'people.kind.donor': 'donor',
  'people.kind.volunteer': 'volunteer',
  'people.kind.recipient': 'community member',
  'people.status.verified': 'verified',
  'people.status.unverified': 'not verified',
  'people.status.organizer': 'organizer',
  'people.status.paused': 'paused',
  'grant.done': '{who} is now an organizer.',
  'grant.already': '{who} is already an organizer.',
  'revoke.done': '{who} is no longer an organizer.',
  'revoke.already': "{who} isn't an organizer, so there's nothing to change.",
  'verify.done': '{who} is now verified.',
  'verify.already': '{who} is already verified.',
  'unverify.done': '{who} is no longer verified.',
  'unverify.already': "{who} isn't verified, so there's nothing to change.",
  'vouch.done': '{who} is now known here, on your word.',
  'setup.done': 'With this link, you set up your community. It works once, until tomorrow:',
  'setup.already': 'This community has an organizer, so it is set up already.',
  'invite.done':
    'Send this link to one person you know, and to no one else. It works once, for {days} days, and you vouch for the person who opens it:',
  'vouch.already': 'You already vouched for {who}.',
  'unvouch.done':
    "Your word for {who} is taken back. If their handovers made them known, they're still known.",
  'unvouch.already': "No one vouched for {who}, so there's nothing to change.",
  'pause.done':
    "{who} is paused, and what they were offering was taken down. They'll see it when they next open the app.",
  'pause.done-mailed': '{who} is paused, and what they were offering was taken down. We emailed them.',
  'pause.already': '{who} is already paused.',
  'pause.noted': '{who} was already paused. The new reason is saved.',
  'resume.done': "{who} can share and claim again. They'll see it when they next open the app.",
  'resume.done-mailed': '{who} can share and claim again. We emailed them.',
  'resume.already': "{who} isn't paused.",

  // removing
  'remove.what': 'Remove what? Say one of {kinds}, and then its id.',
  'remove.ask.person': 'Close the account of {what} for good?',
  'remove.ask.listing': 'Remove the listing {what} for good?',
  'remove.ask.request': 'Remove the request {what} for good?',
  'remove.ask.message': 'Remove the message {what} for good?',
  'remove.ask.photo': 'Remove the photo {what} for good?',
  'remove.unconfirmed': 'Nothing was changed. (Without a terminal, add --yes.)',
  'remove.done.person': 'Closed the account of {what}.',
  'remove.done.listing': 'Removed the listing {what}.',
  'remove.done.request': 'Removed the request {what}.',
  'remove.done.message': 'Removed the message {what}.',
  'remove.done.photo': 'Removed the photo {what}.',
  'remove.unknown.person': "There's no one here with the id {id}.",
  'remove.unknown.listing': "There's no listing with the id {id}.",
  'remove.unknown.request': "There's no request with the id {id}.",
  'remove.unknown.message': "There's no message with the id {id}.",
  'remove.unknown.photo': "There's no photo with the id {id}.",

  // reports
  'reports.what': 'Use {commands}.',
  'reports.which': 'Which one? Add the id from "{command}".',
  'reports.unknown': "There's no report with the id {id}.",
  'reports.none': 'No reports are waiting.',
  'reports.more': '{count, plural, one {And # more.} other {And # more.}}',
  'reports.read': 'To read one: {command}',
  'reports.no-conversation': "There's no conversation with this report.",
  'reports.closed': 'Closed. The person who reported it can see that you read it.',
  'reports.already-closed': 'It was already closed.',
  'trust.new': 'new here',
  'trust.member': 'a member, not known yet',
  'trust.known': 'known here',
  'about-them': '{count, plural, one {# report is about them} other {# reports are about them}}',
  unknown: 'unknown, or no longer here',
  paused: '{who} (paused)',
  photo: 'photo',
  'message-line': '{time}  {who}: {text}  (message {id})',

  // points
  'points.what': 'Did you mean "points rebuild"?',
  'points.right': 'All points are right. Nothing was changed.',
  'points.rebuilt':
    'Corrected: {totals, plural, one {# total} other {# totals}}, {months, plural, one {# monthly total} other {# monthly totals}}, {histogram, plural, one {# step} other {# steps}} of the rankings.',

  // photos
  'photos.what': 'Did you mean "photos accept"?',
  'photos.already': '{folder} already has the photos of this community, so nothing was changed.',
  'photos.ask':
    "Keep this community's photos in {folder} from now on? Photos in any other folder won't be shown, and a machine that uses another one won't start.",
  'photos.accepted': '{folder} has the photos of this community from now on. Start OpenLarder again.',

  // volunteers
  'volunteers.none': 'No one has said when they can help yet.',

  // impact
  'impact.heading.month': 'month',
  'impact.heading.meals': 'meals shared',
  'impact.heading.co2': 'CO2 saved in lbs (range)',
  'impact.heading.people': 'people helped',
  'impact.note':
    'Only what both sides confirmed counts. What came of a request counts a week later, so this month and the last can still grow.',

  // ads
  'ads.none': 'There are no ads.',
  'ads.added': 'Added "{title}" ({id}).',
  'ads.wrong':
    "Nothing was added. Check these: {names}. You can use: {all}. place is one of {places}; type one of {types}; category one of {categories}. A day is 2026-12-03. A link begins with https:// or /, a picture with /, and an ad with a sponsor can't be a tip.",
  'ads.noLink':
    'Its button leads to where that place leads by itself, such as Share Food. Add link=https://… to lead elsewhere.',
  'ads.which': 'Which one? Add the id from "{command}".',
  'ads.unknown': "There's no ad with the id {id}.",
  'ads.ended': "It's no longer shown.",
  'ads.already': 'It had already ended.',
  'ads.heading.place': 'place',
  'ads.heading.title': 'title',
  'ads.heading.from': 'from',
  'ads.heading.until': 'until',
  'ads.heading.seen': 'seen',
  'ads.heading.followed': 'followed',
  'ads.heading.id': 'id',

  // donations
  'donations.what': 'Did you mean "donations list" or "donations reconcile"?',
  'donations.no-provider': "This community takes no payments, so there's nothing to compare.",
  'donations.away':
    "The card provider isn't responding. What was compared until then is saved; please try again.",
  'donations.checked':
    '{count, plural, =0 {There were no payments to compare.} one {Compared # donation with its payment.} other {Compared # donations with their payments.}}',
  'donations.sums': 'What is left of them: {provider} by the card provider, {books} by our records.',
  'donations.repaired':
    '{count, plural, one {Corrected # donation that we had missed news of:} other {Corrected # donations that we had missed news of:}}',
  'donations.canceled':
    '{count, plural, one {Canceled # donation that no one finished within a day:} other {Canceled # donations that no one finished within a day:}}',
  'donations.agree': 'Everything agrees.',
  'donations.differ': "These don't agree. Please look them up in your card provider's dashboard:",
  'donations.differ.amount': 'the payment has another amount or currency than the donation',
  'donations.differ.books': "the donation here doesn't say what became of the payment",
  'donations.differ.no-payment': "the card provider doesn't know this payment",
  'donations.differ.no-donation': 'this payment was made for a donation that we no longer have',
  'donations.heading.what': 'what is wrong',
  'donations.heading.donation': 'donation',
  'donations.heading.payment': 'payment',
  'donations.heading.date': 'date',
  'donations.heading.donor': 'donor',
  'donations.heading.type': 'for',
  'donations.heading.status': 'status',
  'donations.heading.currency': 'currency',
  'donations.heading.amount': 'amount',
  'donations.heading.fee': 'fee',
  'donations.heading.net': 'after the fee',
  'donations.heading.refunded': 'refunded',
  'donations.heading.disputed': 'disputed',
  'donations.heading.test': 'demo',

  // the log
  'log.none': 'Nothing has been done yet.',

  // headings
  'heading.when': 'when',
  'heading.what': 'what',
  'heading.about': 'about',
  'heading.from': 'from',
  'heading.reason': 'reason',
  'heading.details': 'details',
  'heading.evidence': 'original',
  'heading.report': 'report',
  'heading.closed': 'closed',
  'heading.id': 'id',
  'heading.action': 'action',
  'heading.note': 'note',
  'heading.who': 'who',
  'heading.days': 'days',
  'heading.times': 'times',
  'heading.area': 'where',
  'heading.transport': 'how',
});

/** What each command does, for the help. */
export const adminUsageTexts = textTable('admin-usage', {
  title: 'Run your community from its server.',
  'people-search': 'find people by their name: their email, id and kind, and who is verified',
  reports: 'open reports, oldest first',
  'reports-show': 'one report, and what was written',
  setup: 'make a link that sets up a new community and its first organizer',
  'reports-talk': 'the same with its conversation; the log will show that you read it',
  'reports-close': 'close a report',
  pause: "they can't start anything new, and what they offer is taken down",
  resume: 'they can share and claim again',
  'remove-person': 'close their account for good',
  'remove-listing': 'remove a listing, with its text and photos',
  'remove-request': 'remove a request for food, with its text',
  'remove-message': 'remove a message',
  'remove-photo': 'remove a photo',
  verify: 'mark someone as known to you',
  unverify: 'undo that',
  vouch: 'vouch for someone, who can then share and take more in a day',
  unvouch: 'undo that',
  invite: 'make a link for one person you know, for whom you vouch by it',
  grant: 'make someone an organizer',
  revoke: 'undo that',
  'points-rebuild': 'add up all points again, and correct what is off',
  'photos-accept': 'keep photos in the folder of these settings, after the old one was lost',
  volunteers: 'who can help, and when, where and how',
  impact: 'what your community shared, by month',
  'ads-list': 'ads and tips, and how often they were seen and followed',
  'ads-add':
    'show an ad: place, type, category, title, text and button; also link, picture, sponsor, tip=yes, for=donor, weight, per-day, from, until',
  'ads-end': 'stop showing an ad',
  'donations-list': 'all donations as CSV, for your treasurer',
  'donations-reconcile': 'compare donations with the card provider, and correct what is off',
  'test-mail': 'send an email right away, by default to ADMIN_EMAIL, and see what the mail server says',
  log: 'what organizers have done, newest first',
  backup: 'write the database and the photos to a file, also while OpenLarder runs',
  restore: 'bring back a backup, into an empty DATA_DIR or DATABASE_URL',
  doctor: 'try everything that the settings name, and say what is wrong and what to do',
  people:
    'You can use a person\'s id instead of their email. "remove" asks you first; --yes skips the question.',
  settings: 'This reads the same settings as your server, above all DATA_DIR and DATABASE_URL.',
});

/** What `doctor` says. */
export const doctorTexts = textTable('doctor', {
  well: 'fine',
  'part.settings': 'settings',
  'part.database': 'database',
  'part.disk': 'disk',
  'part.photos': 'photos',
  'part.mail': 'mail',
  'part.proxy': 'proxy',
  'part.tasks': 'regular work',
  'part.backups': 'backups',
  'database-away': 'The database does not answer. Is it running? Start OpenLarder, or see its own log.',
  'disk-full': 'Only {gigabytes} GB are free on the disk of {folder}: make room, or move to a larger one.',
  'photos-elsewhere':
    "{folder} doesn't have the photos of this database: mount or restore the right folder as DATA_DIR/objects.",
  'mail-none': 'Without SMTP_URL and MAIL_FROM, no one gets mail: reset links are printed in the log only.',
  'proxy-untrusted':
    "TRUST_PROXY isn't set, so all people seem to come from your proxy's address and share its limits: set it to that address, such as 127.0.0.1.",
  'task-late': '"{name}" has not run for two days: restart OpenLarder, and look into its log.',
  'jobs-failed':
    '{count, plural, one {# piece of work of the kind "{name}" was given up after many tries: the log says why.} other {# pieces of work of the kind "{name}" were given up after many tries: the log says why.}}',
  'backups-none': "BACKUP_DIR isn't set, so no backups are made: set it to a folder, best on another disk.",
  'backups-old':
    'The newest backup in {folder} is of {day}: the log of the night says why there is no newer one.',
});
