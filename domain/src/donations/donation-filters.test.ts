import { describe, expect, it } from 'vitest';
import { type DonationFilters, filterDonations, monthsBefore, NO_FILTERS } from './donation-filters.ts';

const NEW_YORK = 'America/New_York';
const at = (iso: string) => Date.parse(iso);

describe('months before', () => {
  it.each([
    ['2026-11-23T17:00:00Z', 1, '2026-10-23T16:00:00Z'],
    ['2026-03-31T12:00:00Z', 1, '2026-02-28T13:00:00Z'],
    ['2024-03-31T12:00:00Z', 1, '2024-02-29T13:00:00Z'],
    ['2026-01-15T12:00:00Z', 3, '2025-10-15T11:00:00Z'],
    ['2026-11-23T17:00:00Z', 12, '2025-11-23T17:00:00Z'],
    ['2026-12-31T20:00:00Z', 12, '2025-12-31T20:00:00Z'],
  ])('%s less %d is %s', (from, months, before) => {
    expect(monthsBefore(at(from), months, NEW_YORK)).toBe(at(before));
  });
});

const donation = (id: string, over: object = {}) => ({
  id,
  status: 'succeeded' as const,
  donationType: 'platform_donation' as const,
  donorMessage: '',
  createdAt: '2026-11-20T12:00:00Z',
  ...over,
});
const DONATIONS = [
  donation('aa1', { donorMessage: 'For the Larder' }),
  donation('bb2', { donationType: 'community_program', status: 'pending' }),
  donation('cc3', { createdAt: '2026-09-01T12:00:00Z' }),
  donation('dd4', { createdAt: '2025-12-24T12:00:00Z' }),
  donation('ee5', { createdAt: '2025-11-01T12:00:00Z', status: 'failed' }),
];
const LABELS = {
  platform_donation: 'Platform Support',
  food_listing_support: 'Food Support',
  emergency_response: 'Emergency Aid',
  community_program: 'Community Programs',
};
const found = (filters: Partial<DonationFilters>) =>
  filterDonations(
    DONATIONS,
    { ...NO_FILTERS, ...filters },
    { labelOf: (type) => LABELS[type], nowMs: at('2026-11-23T12:00:00Z'), timeZone: NEW_YORK },
  ).map(({ id }) => id);

describe('the history', () => {
  it.each([
    [{}, ['aa1', 'bb2', 'cc3', 'dd4', 'ee5']],
    [{ search: 'LARDER' }, ['aa1']],
    [{ search: ' community prog ' }, ['bb2']],
    [{ search: 'CC3' }, ['cc3']],
    [{ search: 'nothing' }, []],
    [{ status: 'failed' }, ['ee5']],
    [{ type: 'community_program' }, ['bb2']],
    [{ span: 'month' }, ['aa1', 'bb2']],
    [{ span: 'quarter' }, ['aa1', 'bb2', 'cc3']],
    [{ span: 'year' }, ['aa1', 'bb2', 'cc3', 'dd4']],
    [{ span: 'year', status: 'succeeded', search: 'platform' }, ['aa1', 'cc3', 'dd4']],
  ] as const)('filtered by %j', (filters, ids) => {
    expect(found(filters)).toEqual(ids);
  });
});
