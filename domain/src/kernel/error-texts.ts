import { textTable } from './text-table.ts';

// two codes share these
const REQUEST_OVER = {
  fulfilled: 'This request has already been fulfilled.',
  expired: 'This request has expired.',
  cancelled: 'This request was canceled.',
} as const;

/**
 * Every sentence of an error, by its code, or by `<code>.<reason>` where a code has several. The server sends code,
 * reason and parameters; the browser translates them by its catalog, and `message` has the sentence in the requested
 * language.
 */
export const errorTexts = textTable('error', {
  // every feature
  'not-found': "We couldn't find that.",
  'signed-out': 'Please sign in.',
  'check-fields': 'Please check what you entered.',
  malformed: "We couldn't read that.",
  'malformed.idempotency-key': 'An Idempotency-Key has 1 to 200 visible characters.',
  'not-json': "We couldn't read that.",
  'unsupported-media-type': 'Please send JSON.',
  'too-large': "That's too large.",
  'changed-meanwhile': 'This was changed in the meantime.',
  'no-such-range': "There's no such part of this.",
  'too-many': "That's a lot at once. Please wait a little and try again.",
  'foreign-origin': 'This can only be done from our own pages.',
  'foreign-user': "That's not who you're signed in as.",
  'database-away': "We can't reach our records right now. Please try again in a moment.",
  closing: "We're restarting right now. Please try again in a moment.",
  busy: 'Many people are here right now. Please try again in a moment.',
  'storage-full': "We can't save anything right now: our storage is full. Please try again later.",
  'not-ready': "We're just starting. Please try again in a moment.",
  'idempotency-key-reused': 'This was already sent with other details.',
  'not-a-socket': 'This address is for live sockets only.',
  'page-gone': "This page isn't there anymore. Please start again.",
  fault: 'Something went wrong on our side. Please try again.',

  // fields of any form
  invalid: 'Please check this.',
  'invalid.characters': "Please remove characters we can't save",
  'invalid.date': 'Please enter a date and a time',
  'invalid.id': "This isn't an id",
  'invalid.month': 'Please choose a month',
  'invalid.time-of-day': 'Please enter a time such as 21:30',
  'month-order': "The last month can't be before the first",
  'too-many-months': 'Please choose at most {max} months',
  'required.choice': 'Please choose from the list',
  'too-long': 'Please keep this to {max, plural, one {# character} other {# characters}}',
  'too-short': 'Please use at least {min, plural, one {# character} other {# characters}}',
  'out-of-range.limit': 'Limit is a number from {min} to {max}',

  // places
  'incomplete-place': 'A place needs a latitude and a longitude',
  'invalid.area': 'An area is written as north,south,east,west',
  'invalid.near': 'A place is written as lat,lng: from -90 to 90, and from -180 to 180',
  'invalid.south': 'South is below north',
  'out-of-range.latitude': 'Latitude is a number from {min} to {max}',
  'out-of-range.longitude': 'Longitude is a number from {min} to {max}',
  'out-of-range.distance': 'Distance is between {min} and {max} km',
  'out-of-range.cluster-radius': 'Radius is between {min} and {max} meters',
  'invalid.neighborhood': 'Just the neighborhood, please – no street or number',
  'required.neighborhood': 'Please name your neighborhood',

  // accounts
  'account-paused.email':
    "Your account is paused for now. You can finish what you've started. For anything else, please write to {adminEmail}.",
  'account-paused.organizer':
    "Your account is paused for now. You can finish what you've started. For anything else, please talk to an organizer.",
  'name.unnamed': 'Please use a name with a letter or a number',
  'name.mark': "Names can't have check marks, badges or “official” added",
  'name.mixed': 'Please write each word in the letters of one alphabet',
  'name.reserved': 'We use this name ourselves. Please choose another',
  'name.like-verified':
    "This looks like the name of a verified organization. If it's yours, please write to {email}",
  'name.like-verified-ask':
    "This looks like the name of a verified organization. If it's yours, please ask an organizer",
  'email-taken': "There's already an account with this email. Please sign in.",
  'guessable-password': 'This password is easily guessed. Please choose another one',
  'incomplete-address': 'Please provide a complete address',
  'invalid.email': 'Please enter an email address such as name@example.org',
  'invalid.link': "This link isn't complete",
  'link-over': 'This link was already used or has expired. Please ask for a new one.',
  'setup-done': 'This community is already set up. Sign in, or ask an organizer.',
  'required.community-name': 'Please name your community',
  'not-your-password': "That's not your password.",
  'provider-away': "We can't reach the sign-in service right now. Please try again in a moment.",
  'required.business-address': 'Please enter the address of your business, which everyone can see',
  'required.email': 'Please enter your email address',
  'required.first-name': 'Please enter your first name',
  'required.new-password': 'Please choose a password',
  'required.organization-type': 'Please choose the type of organization',
  'required.password': 'Please enter your password',
  'required.sign-up-code': 'Please enter the {digits} digits from our email',
  'required.sign-up-password': 'Please enter the password you chose when you signed up',
  'wrong-sign-up-code':
    "That isn't the code from our newest email. Have another look, or open the link in it: it works in any browser.",
  'too-many.sign-ins': 'Many people are signing in right now. Please try again in a moment.',
  'too-short.organization-name': 'Organization name must be at least {min} characters',
  'verify-email': 'Please confirm your email address first: open the link in the email we sent you.',
  'wrong-password': "That email and password don't match.",

  // moderation and notifications
  'required.reason': 'Please choose a reason',
  'too-many.appeals': "Thank you. We'll read what you've told us first.",
  'too-many.reports': "Thank you. We'll read the reports you've already sent first.",
  'invalid.quiet-hours':
    'Quiet hours need two different times. To get no emails at all, turn them off above.',

  // photos
  'not-an-upload': "This isn't an upload address of ours",
  'not-your-photo': "This photo isn't one of yours",
  'photo-broken-off': "Part of this photo didn't arrive. Please send it again.",
  'photo-share-used':
    "That's all the photos you can add in a day. You can share food without one, or add more tomorrow.",
  'photo-twice': 'One of the photos is there twice. Please remove one of them.',
  'photos-away': "We can't reach our photos right now. Please try again in a moment.",
  'photos-busy': 'Many photos are coming in right now. Please try again in a moment.',
  'too-large.photo': 'Photos can be up to {maxMegabytes} MB each.',
  'too-many-photos': 'Please choose at most {max, plural, one {# photo} other {# photos}}',
  'too-slow': 'This photo took too long to arrive. Please try again where your connection is better.',
  'unreadable-photo.damaged':
    "We couldn't read this photo: it's damaged or incomplete. Please choose it again.",
  'unreadable-photo.empty': 'This photo is empty. Please choose it again.',
  'unreadable-photo.heic':
    "We can't open HEIC photos here. Please save this one as a JPEG, or choose a screenshot of it.",
  'unreadable-photo.no-picture': "This isn't a photo. Please choose a JPEG, PNG, or WebP.",
  'unreadable-photo.other-format': "We can't show this kind of photo. Please choose a JPEG, PNG, or WebP.",
  'unreadable-photo.too-many-pixels':
    'This photo has more than {maxMegapixels} million pixels. Please choose a smaller copy or a screenshot of it.',
  'unusable-photo': "We can't use this photo. Please choose it again.",
  'unusable-photo.one-of-them': "We can't use one of the photos. Please choose it again.",
  'upload-expired': 'This took too long. Please choose the photo again.',
  'upload-used': 'This photo was already sent.',

  // organizations
  'no-business-address': 'Please add the address of your business first, so people know where to come.',
  'not-an-organization': 'This is for businesses and organizations. You can register as one on your profile.',
  'overlapping-hours': 'Two of these times overlap',
  'pickup-before-question': 'Pickup starts before we ask you',
  'question-over': "It's too late for today's pickup. We'll ask you again next time.",
  'question-over.posted': "This is already posted. To take it back, open it and cancel what's left.",
  'required.weekday': 'Please choose at least one day',
  'surplus-limit':
    'You have {max, plural, one {# recurring surplus} other {# recurring surpluses}}. Please delete one first.',
  'too-many-hours': 'Please keep this to {max, plural, one {# time} other {# times}} a day',

  // listings; the forms' texts are the specification's
  'bulk-not-for-you':
    "Bulk donations are for donors and organizations. You're welcome to share this food as an individual.",
  'listing-limit':
    "You've shared {max, plural, one {# listing} other {# listings}} in 24 hours. Thank you! You can share the next one in {wait}.",
  'has-claims':
    'Someone is coming for this food. To change the place or shorten the pickup, please work it out in your conversation and cancel their pickup first.',
  'has-claims.food':
    "Some of this was already claimed, so it can't become other food. You can fix a typo or add to the description. To share other food, stop sharing the rest first.",
  'has-claims.counted': "Some of this was already claimed, so you can't change what you count it in.",
  'invalid.phone': 'Please enter a phone number',
  'too-many.corrections':
    "You've corrected this food many times today. You can still add allergens or choose an earlier date. For the rest, please write to the people who claimed it.",
  'too-many.warnings':
    "You've corrected this food many times today. You can still add allergens. For the rest, please write to the people who claimed it, or cancel their pickups.",
  'not-expiring': 'This food has more than a day, or is not offered anymore.',
  'not-posted': "This food isn't offered anymore.",
  'past.best-by-date': "Food past its use-by date can't be shared",
  'past.expiry-date': "Food past its expiry date can't be shared",
  'past.pickup': 'Pickup has to end in the future',
  'pickup-order.end': 'Pickup has to end after it starts',
  'pickup-order.start': 'Pickup has to start before it ends',
  'pickup-too-late': 'Pickup has to end within {days} days',
  'required.available-from': 'Available from time is required',
  'required.available-until': 'Available until time is required',
  'required.best-by-date': 'Best by date is required',
  'required.category': 'Please choose a category',
  'required.pickup-location': 'Pickup location is required',
  'required.title': 'Title is required',
  'required.urgency': 'Please choose how urgent it is',
  'servings.max': 'Must be at most {max, plural, one {# serving} other {# servings}}',
  'servings.min': 'Must be at least {min, plural, one {# serving} other {# servings}}',
  'servings.taken':
    "{taken, plural, one {# of these is already claimed, so it can't be fewer than #} other {# of these are already claimed, so it can't be fewer than #}}",
  'servings.whole': 'Servings are whole numbers',

  // claims
  'claim-limit.bulk':
    "So there's enough for everyone, you can take up to {max, plural, one {# serving} other {# servings}} from big donations in 24 hours. {left, plural, =0 {You can take more in {wait}.} one {Right now, you can still take #.} other {Right now, you can still take #.}}",
  'claim-limit.day':
    "You've claimed {max, plural, one {# time} other {# times}} in 24 hours. So there's enough for everyone, you can claim again in {wait}.",
  'claim-limit.missed':
    "Some neighbors waited for you lately. It happens. For now you can have {max, plural, one {# active pickup} other {# active pickups}} at a time, so no one is left waiting. Everything's back to normal in {wait}.",
  'claim-limit.open':
    'You have {max, plural, one {# active pickup} other {# active pickups}}. Once one is done or canceled, you can claim again.',
  'not-available.all-claimed': 'Others have claimed all of this by now.',
  'not-available.claimed': 'Someone got here first: this food has been claimed.',
  'not-available.over': "This food isn't offered anymore.",
  'not-enough': '{left, plural, one {Only # serving is left.} other {Only # servings are left.}}',
  'own-listing': 'This is your own listing.',

  // messages
  'conversation-closed': 'This conversation is closed.',
  'required.message': 'Please write something first',
  'wait-for-answer': "They haven't answered your messages yet. Please give them a little time.",

  // handovers
  'already-done': "You've already done that.",
  'code-locked': 'That was too many wrong codes. Please both confirm the pickup instead.',
  'handover-ended.completed': 'This food was already handed over.',
  'handover-ended.disputed': 'One of you disagreed about this pickup. An organizer will take a look.',
  'handover-ended.lapsed':
    'No one confirmed this pickup for {hours, plural, one {# hour} other {# hours}}, so we closed it.',
  'handover-ended.no-pickup': "There's no pickup here anymore.",
  'handover-ended.no-show': 'This pickup was marked as missed.',
  'handover-ended.open': 'This pickup is still open.',
  'handover-ended.released': 'This pickup was already canceled.',
  'handover-said': 'One of you already confirmed that you met. Please confirm too, or disagree.',
  'invalid.code': 'The code has 4 digits',
  'not-handed-over': 'You can say thank you once you have the food.',
  'not-handed-over.name': 'You can tell your name once you have the food.',
  'not-counted': 'No one gets marked as missed here. You can stop waiting instead.',
  'not-your-reason': 'Please choose one of your own reasons',
  'not-yours.giver': 'Only the person who gets this food can do that.',
  'not-yours.receiver': 'Only the person who gives this food can do that.',
  'nothing-proposed': "They've changed their proposal. Please take another look.",
  'nothing-said': "The other person hasn't confirmed that you met. You can cancel instead.",
  'place-unknown':
    "They haven't seen your address, so we can't mark this as missed. You can stop waiting instead.",
  'required.time': 'Please choose a time',
  'too-early.accept-time': 'That time is over. Please choose another.',
  'too-early.propose-time': 'That time is over. Please choose a later one.',
  'too-early.report-no-food':
    "Please give them a little longer. In {wait} you can say that the food wasn't there.",
  'too-early.report-no-show':
    "Please give them a little longer. In {wait} you can say that they didn't come.",
  'too-early.say-coming': "There's nothing to answer yet. In {wait} we'll ask if you can still make it.",
  'too-early.say-on-my-way': "There's still time: you're meeting in {wait}.",
  'too-early.stop-waiting': 'Please wait a little longer. In {wait} you can stop waiting.',
  'too-late.accept-time': 'That time is too late for this food. Please choose another.',
  'too-late.dispute':
    'That ended more than {hours, plural, one {# hour} other {# hours}} ago. You can still report it to an organizer.',
  'too-late.pickup-over': 'The pickup time is over. Please say whether you met.',
  'too-late.propose-time': 'Please choose a time closer to the pickup window.',
  'wrong-code': "That's not the code on the ticket.",
  'wrong-code.last-try':
    "That's not the code on the ticket. You have one more try. After that, you both confirm the pickup instead.",
  'wrong-code.other-pickup': "That's {name}'s code, for “{title}”.",
  'wrong-code.used': "That's {name}'s code, for “{title}”. You entered it {wait} ago.",

  // emergency requests; the form's texts are the specification's
  'kept-apart':
    "This request isn't shown to you anymore. Thank you for offering. Others near you could use your help.",
  'already-helped':
    "You've helped with this request once, so now it's someone else's turn. Thank you for looking again!",
  'donors-only': 'Only donors can answer requests.',
  'handover-said.request':
    "One of you already said that you have the food. Please confirm it too, or say that you didn't get it.",
  'household.max': 'Household size cannot exceed {max}',
  'household.min': 'Household size must be at least {min}',
  'household.whole': 'Household size is a whole number',
  'match-limit':
    "You've offered your help {max, plural, one {# time} other {# times}} in 24 hours. Thank you! You can help again in {wait}.",
  'match-limit.attempts':
    'You were about to help {max, plural, one {# time} other {# times}} in 24 hours when someone else already was. Thank you! You can help again in {wait}.',
  'match-limit.open':
    "You're helping with {max, plural, one {# request} other {# requests}} right now. Thank you! Once one of them is done, you can help with the next.",
  'match-limit.unwritten':
    "Some of those you offered to help haven't heard from you yet. Write to them first, and you can help with more.",
  'not-slowed': 'You can ask as often as everyone else.',
  'not-pending.cancelled': REQUEST_OVER.cancelled,
  'not-pending.expired': REQUEST_OVER.expired,
  'not-pending.fulfilled': REQUEST_OVER.fulfilled,
  'not-pending.matched': 'Someone is already helping with this request. Thank you for offering!',
  'not-yours.donor': 'Only the person who asked and their helper can do that.',
  'not-yours.helper': 'Only the person who asked can do that.',
  'not-yours.requester': 'Only a donor can do that.',
  'known-only':
    'Thank you for offering! Someone offered before you and it came to nothing, so for half an hour we ask people who have handed over food here before. After that, everyone can help again.',
  'out-of-reach': 'This request is too far away for you to help. Please check the location in your profile.',
  'own-request': 'This is your own request.',
  'request-ended.cancelled': REQUEST_OVER.cancelled,
  'request-ended.expired': REQUEST_OVER.expired,
  'request-ended.fulfilled': REQUEST_OVER.fulfilled,
  'request-ended.matched': 'Someone is already helping with this request.',
  'request-ended.pending': 'No one is helping with this request yet.',
  'request-open': "You already have an open request. You can ask again once it's answered or canceled.",
  'requests-today':
    'You can ask up to {max, plural, one {# time} other {# times}} a day, and again in {wait}. Until then, the help lines are there for you.',
  'requests-today.slowed':
    "A few helpers told us something wasn't right, so for now you can ask {max, plural, one {# time} other {# times}} a day. You can ask again in {wait}. If that's a mistake, please tell an organizer. Food on Discover and the help lines are there for you as always.",
  'required.address-or-meeting-point': 'Please enter your address, or a place to meet',
  'required.appeal': 'Please tell us what we should know',
  'request-radius.max': 'Search radius cannot exceed {max}km',
  'request-radius.min': 'Search radius must be at least {min}km',
  'valid-location-required': 'Valid Location Required',

  // donations; the amounts' texts are the specification's
  'invalid.donation-amount': 'Please enter an amount that can be paid',
  'out-of-range.donation-maximum': 'Maximum donation amount is {amount}',
  'out-of-range.donation-minimum': 'Please donate at least {amount} to continue',
  'payments-not-configured': 'Payment processing is not configured. Please contact support.',
  'payment-not-begun': 'Failed to initialize payment. Please try again.',
  'payment-provider-away': "We can't reach our card provider right now. Please try again in a moment.",
  'donation-finished': 'This donation is already finished. To give again, please start a new one.',
  'invalid.donation-purpose': "This doesn't go with what the donation is for",
  'malformed.webhook': "This isn't from our card provider.",
});

export type ErrorTextKey = keyof typeof errorTexts.messages;

/** Words that texts of several tables take as values. */
export const waitTexts = textTable('wait', {
  days: '{count, plural, one {# day} other {# days}}',
  hours: '{count, plural, one {# hour} other {# hours}}',
  minutes: '{count, plural, one {# minute} other {# minutes}}',
});
