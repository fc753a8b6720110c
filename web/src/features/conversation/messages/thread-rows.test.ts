import { expect, it, onTestFinished } from 'vitest';
import { aMessage, ANA_ID, ME_ID } from '#web/testing/samples.ts';
import { countNewFromOthers, firstUnreadId, lastOwnMessage, threadRows } from './thread-rows.ts';

const at = (time: string, said: Parameters<typeof aMessage>[0] = {}) =>
  aMessage({ createdAt: new Date(`2026-05-04T${time}`).toISOString(), ...said });

/** Rows in short: other rows by kind, messages by whether they are first and last of a group. */
const short = (...args: Parameters<typeof threadRows>) =>
  threadRows(...args).map((row) =>
    row.kind === 'message' ? `${row.isFirst ? '[' : ''}m${row.isLast ? ']' : ''}` : row.kind,
  );

it('groups consecutive messages of one person', () => {
  const thread = [
    at('12:00:00'),
    at('12:04:00'),
    at('12:10:00'),
    at('12:11:00', { senderId: ME_ID }),
    at('12:12:00', { senderId: ME_ID, event: 'released', content: '' }),
    at('12:13:00', { senderId: ME_ID }),
  ];
  expect(short(thread, null)).toEqual(['day', '[m', 'm]', '[m]', '[m]', '[m]', '[m]']);
});

it('starts each day where the community’s day starts, as its times are read, whatever the device’s zone', () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'time-zone' });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  for (const [zone, midnight] of [
    ['Australia/Lord_Howe', '2026-05-04T13:30:00Z'],
    ['America/New_York', '2026-05-05T04:00:00Z'],
  ] as const) {
    meta.content = zone;
    const [before, after] = [-1, 0].map((ms) => new Date(Date.parse(midnight) + ms).toISOString());
    const thread = [before, after].map((createdAt = '') => aMessage({ createdAt }));
    expect(short(thread, null)).toEqual(['day', '[m]', 'day', '[m]']);
  }
});

it('puts a row before the first unread message, also within a group', () => {
  const thread = [at('12:00:00'), at('12:01:00'), at('12:02:00')];
  const unreadFromId = firstUnreadId(thread, ME_ID, 2);
  expect(unreadFromId).toBe(thread[1]?.id);
  expect(short(thread, unreadFromId)).toEqual(['day', '[m]', 'unread', '[m', 'm]']);
});

it('counts only messages of others as unread, from the oldest loaded one', () => {
  const thread = [at('12:00:00'), at('12:01:00', { senderId: ME_ID }), at('12:02:00')];
  expect(firstUnreadId(thread, ME_ID, 2)).toBe(thread[0]?.id);
  expect(firstUnreadId(thread, ME_ID, 90)).toBe(thread[0]?.id);
  expect(firstUnreadId(thread, ME_ID, 0)).toBeNull();
  expect(firstUnreadId([], ME_ID, 3)).toBeNull();
});

it('finds the reader’s last message, and counts those after a message', () => {
  const thread = [
    at('12:00:00', { senderId: ME_ID }),
    at('12:01:00', { senderId: ME_ID, event: 'released', content: '' }),
    at('12:02:00', { senderId: ANA_ID }),
  ];
  expect(lastOwnMessage(thread, ME_ID)).toBe(thread[0]);
  expect(countNewFromOthers(thread, thread[0]?.id ?? null, ME_ID)).toBe(1);
  expect(countNewFromOthers(thread, null, ME_ID)).toBe(0);
});
