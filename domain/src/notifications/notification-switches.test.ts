import { expect, it } from 'vitest';
import { APP_GROUPS, MAIL_TOPICS, NOTIFICATION_KINDS } from './notification-kinds.ts';
import { appGroupOf, DEFAULT_NOTIFICATION_SETTINGS, mailTopicOf } from './notification-switches.ts';

it('has a switch for each kind, in the app and by mail', () => {
  const about = Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, [appGroupOf(kind, 'claim'), mailTopicOf(kind)]]),
  );
  expect(about).toEqual({
    listing_claimed: ['claims', 'claims'],
    claim_released: ['claims', 'claims'],
    claim_no_food: [null, 'claims'],
    claim_no_show: [null, 'claims'],
    claim_lapsed: ['claims', 'claims'],
    claim_disputed: [null, 'claims'],
    claimer_coming: ['claims', null],
    time_proposed: ['pickups', 'pickups'],
    time_agreed: ['pickups', 'pickups'],
    on_my_way_question: ['pickups', 'pickups'],
    on_my_way: ['pickups', null],
    pickup_soon: ['pickups', 'pickups'],
    handover_question: ['pickups', 'pickups'],
    place_shared: ['claims', 'claims'],
    handover_confirmed: ['claims', 'claims'],
    handover_completed: ['claims', null],
    listing_ending: ['endings', null],
    food_ending_near: ['endings', null],
    surplus_question: ['pickups', 'pickups'],
    thanked: ['messages', 'messages'],
    message_received: ['messages', 'messages'],
    emergency_alert: ['alerts', 'alerts'],
    request_matched: [null, 'help'],
    request_released: [null, 'help'],
    request_cancelled: [null, 'help'],
    request_expired: [null, 'help'],
    request_confirmed: [null, 'help'],
    request_fulfilled: [null, null],
  });
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
