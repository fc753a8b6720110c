import * as z from 'zod/mini';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { idSchema, instantOut } from '../kernel/wire-schemas.ts';
import { TITLES } from './levels.ts';

export const BADGE_CATEGORIES = ['starter', 'impact', 'special', 'streak'] as const;
export const BADGE_ICONS = [
  'award',
  'shield',
  'star',
  'crown',
  'medal',
  'heart',
  'zap',
  'target',
  'users',
  'trophy',
  'flame',
] as const;

export const badgeSchema = z.object({
  /** A fixed name such as `first_share`. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.enum(BADGE_CATEGORIES),
  iconName: z.enum(BADGE_ICONS),
  /**
   * Orders the badges that are still to be earned; a badge that needs no points has the points it is usually earned at.
   */
  pointsRequired: z.number(),
  isActive: z.boolean(),
});

export const userBadgeSchema = z.object({
  id: idSchema,
  badgeId: z.string(),
  badge: badgeSchema,
  earnedAt: instantOut,
});

export const userStatsSchema = z.object({
  level: z.number(),
  totalPoints: z.number(),
  badgeCount: z.number(),
  title: z.enum(TITLES),
  /** This month's rank; 0 for none, and for people whom boards do not show. */
  currentRank: z.number(),
  /** Points of this month, and the rank among all that were ever earned (0 for none). */
  monthPoints: z.number(),
  allTimeRank: z.number(),
});

export const getUserStatsSpec = {
  summary: 'My level, points, badges and rank',
  responses: { 200: userStatsSchema },
} as const satisfies EndpointSpec;

export const listBadgesSpec = {
  summary: 'All badges',
  responses: { 200: z.array(badgeSchema) },
} as const satisfies EndpointSpec;

export const listUserBadgesSpec = {
  summary: 'My earned badges, latest first',
  responses: { 200: z.array(userBadgeSchema) },
} as const satisfies EndpointSpec;
