import { expect, it } from 'vitest';
import { APP_GROUPS, MAIL_TOPICS, NOTIFICATION_KINDS } from './notification-kinds.ts';
import { appGroupOf, DEFAULT_NOTIFICATION_SETTINGS, mailTopicOf } from './notification-switches.ts';

it.each([
  ['listing_claimed', 'claims', 'claims'],
  // there is little time to object
  ['claim_no_show', null, 'claims'],
  // needs no action
  ['on_my_way', 'pickups', null],
  ['listing_ending', 'endings', null],
  ['emergency_alert', 'alerts', 'alerts'],
  ['request_matched', null, 'help'],
] as const)('%s has the switch %s in the app and %s by mail', (kind, inApp, byMail) => {
  expect([appGroupOf(kind, 'claim'), mailTopicOf(kind)]).toEqual([inApp, byMail]);
});

it('always shows notifications about a request of the person’s own, or one that they help with', () => {
  for (const kind of NOTIFICATION_KINDS)
    expect([kind, appGroupOf(kind, 'request')]).toEqual([kind, kind === 'emergency_alert' ? 'alerts' : null]);
});

it('is on by default, for every group', () => {
  const { app, mail } = DEFAULT_NOTIFICATION_SETTINGS;
  expect(Object.entries(app)).toEqual(APP_GROUPS.map((group) => [group, true]));
  expect(Object.entries(mail)).toEqual(MAIL_TOPICS.map((topic) => [topic, true]));
});
