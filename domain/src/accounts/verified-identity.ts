import { distanceM, type GeoPoint } from '../kernel/geo.ts';
import { plainForm } from '../kernel/text-characters.ts';
import { DAY_MS } from '../kernel/time.ts';

/** What an admin looked at to verify a person or an organization. */
export type VerifiedIdentity = {
  readonly firstName: string;
  readonly lastName: string;
  readonly organizationName: string | null;
  /** The public address of an organization; null for a person. */
  readonly address: string | null;
  readonly point: GeoPoint | null;
};

/** How long what the mark allowed lasts after such a change; the mark itself goes immediately. */
export const VERIFIED_GRACE_MS = 7 * DAY_MS;

const PARTS = ['firstName', 'lastName', 'organizationName', 'address'] as const;

/** A pin this far from the verified one, in meters, is another address: a door or a yard is not. */
const ANOTHER_ADDRESS_M = 200;

/**
 * Whether the mark would stand for another person after this change of what was verified: its point is that at the
 * verification, not that of the last change. Spaces, case and invisible characters do not
 * count, nor does a first pin.
 */
export const isSomebodyElse = (before: VerifiedIdentity, after: VerifiedIdentity): boolean =>
  PARTS.some((part) => comparable(before[part]) !== comparable(after[part])) ||
  (before.point !== null && after.point !== null && distanceM(before.point, after.point) > ANOTHER_ADDRESS_M);

const comparable = (text: string | null): string =>
  plainForm(text ?? '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');
