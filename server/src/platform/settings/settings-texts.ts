import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** What is wrong with a variable of the environment, to the operator. */
export const settingsTexts = textTable('settings', {
  'whole-number': '{name} must be a whole number from {min} to {max}, not "{value}".',
  'one-of': '{name} must be one of {choices}, not "{value}".',
  name: '{name} must have a letter or a number, and no check mark.',
  'one-line': '{name} must be a single line with {max} characters at most.',
  'begins-with': '{name} must be an address that begins with {one} or {other}.',
  'origin-only': '{name} must be a scheme, host, and port only, like {example}.',
  'issuer-https': '{name} must begin with https:// unless the provider is on this machine.',
  'tile-placeholders': '{name} must contain {z}, {x}, and {y}.',
  'time-zone': '{name} must be a time zone like {example}, not "{value}".',
  country: '{name} must be a two-letter country code like {example}, not "{value}".',
  currency: '{name} must be the code of a currency with two decimals like {example}, not "{value}".',
  place: '{name} must be a latitude and a longitude like {example}, not "{value}".',
  'help-lines': '{name} must look like this: {example}',
  proxies: '{name} must be on, off, or the addresses of your proxies, like {example}.',
  'secret-length': '{name} must have at least {min} characters. Leave it out, and one will be made and kept.',
  unreadable: "{name} {file} can't be read ({code}).",
  paragraphs: '{name} must be plain text with {max} characters at most.',
  email: '{name} must be an email address.',
  sender: '{name} must be an email address, like {example}.',
  'community-claims': '{name} must look like this, with what you can stand by: {example}',
  'provider-key': "{name} must be a key of your card provider's that begins with one of {prefixes}.",
  // combinations
  'provider-keys-differ':
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.',
  'needed-too':
    '{count, plural, one {{others} is set, so {names} must be set too.} other {{others} are set, so {names} must be set too.}}',
  'public-url':
    "Set PUBLIC_URL when HOST is open to other machines. It's the address people type, like {example}.",
  'demo-in-production': "DEMO=on isn't allowed with NODE_ENV=production: the demo's passwords are public.",
  'live-keys-in-demo':
    "DEMO=on isn't allowed with live Stripe keys: the demo would take real money. Use test keys.",
});
