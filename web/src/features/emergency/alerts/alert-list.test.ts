import type { EmergencyAlert } from '@openlarder/domain/live/live-protocol.ts';
import { describe, expect, it } from 'vitest';
import { aRequest } from '#web/testing/samples.ts';
import { isDismissed, mergeAlerts, parseAlert, parseRequestChange } from './alert-list.ts';

const NOW = Date.parse('2026-05-01T12:00:00.000Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const alert = (id: string, known: Partial<EmergencyAlert> = {}): EmergencyAlert => ({
  id,
  title: id,
  householdSize: 2,
  distance: 1,
  urgencyLevel: 'emergency',
  pickupLocation: 'Chelsea',
  createdAt: at(-5),
  ...known,
});
const request = (id: string, known = {}) =>
  aRequest({ id, title: id, alertedAt: at(-5), createdAt: at(-5), distanceKm: 1, ...known });
const ids = (...args: Parameters<typeof mergeAlerts>) => mergeAlerts(...args).map(({ id }) => id);

describe('mergeAlerts', () => {
  it('sorts emergencies first, then by distance', () => {
    const active = [
      request('far', { distanceKm: 3 }),
      request('high', { urgencyLevel: 'high', distanceKm: 0.5 }),
      request('near', { distanceKm: 2 }),
    ];
    expect(ids(active, NOW, new Map(), NOW)).toEqual(['near', 'far', 'high']);
  });

  it('adds a live alert until an answer is surely newer', () => {
    const news = new Map([['told', { alert: alert('told'), atMs: NOW }]]);
    expect(ids([], NOW - 60_000, news, NOW)).toEqual(['told']);
    expect(ids([], NOW + 1000, news, NOW)).toEqual(['told']);
    expect(ids([], NOW + 6000, news, NOW)).toEqual([]);
    expect(ids([request('told')], NOW + 1000, news, NOW)).toEqual(['told']);
  });

  it('leaves out an ended request until an answer is surely newer', () => {
    const news = new Map([['ended', { alert: null, atMs: NOW }]]);
    expect(ids([request('ended')], NOW + 1000, news, NOW)).toEqual([]);
    expect(ids([request('ended')], NOW + 6000, news, NOW)).toEqual(['ended']);
  });

  it('leaves out requests older than a day', () => {
    const old = [request('old', { createdAt: at(-24 * 60) }), request('young', { createdAt: at(-23 * 60) })];
    expect(ids(old, NOW, new Map(), NOW)).toEqual(['young']);
  });
});

describe('parsing socket events', () => {
  it('returns null for an alert with a missing or wrong field', () => {
    expect(parseAlert(alert('one'))?.id).toBe('one');
    for (const part of [
      'id',
      'title',
      'householdSize',
      'distance',
      'urgencyLevel',
      'pickupLocation',
      'createdAt',
    ])
      expect(parseAlert({ ...alert('one'), [part]: undefined })).toBeNull();
    expect(parseAlert({ ...alert('one'), urgencyLevel: 'low' })).toBeNull();
    for (const nothing of [null, undefined, 'alert', []]) expect(parseAlert(nothing)).toBeNull();
  });

  it('returns null for a malformed status change', () => {
    expect(parseRequestChange({ requestId: 'a', status: 'matched' })).toEqual({
      requestId: 'a',
      isPending: false,
    });
    expect(parseRequestChange({ requestId: 'a', status: 'pending' })).toEqual({
      requestId: 'a',
      isPending: true,
    });
    for (const nothing of [
      null,
      {},
      { requestId: 'a' },
      { requestId: 'a', status: 'eaten' },
      { status: 'matched' },
    ])
      expect(parseRequestChange(nothing)).toBeNull();
  });
});

it('a dismissed alert is shown again only after a later round of alerts', () => {
  const dismissed = [
    ['a', at(0), NOW],
    ['b', null, NOW],
  ] as const;
  expect(isDismissed({ id: 'a', alertedAt: at(0) }, dismissed)).toBe(true);
  expect(isDismissed({ id: 'a', alertedAt: at(1) }, dismissed)).toBe(false);
  expect(isDismissed({ id: 'a', alertedAt: null }, dismissed)).toBe(true);
  expect(isDismissed({ id: 'b', alertedAt: at(1) }, dismissed)).toBe(true);
  expect(isDismissed({ id: 'c', alertedAt: at(0) }, dismissed)).toBe(false);
});
