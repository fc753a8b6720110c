import type { Kysely, Transaction } from 'kysely';
import type { AccountTables } from '#server/features/accounts/accounts.tables.ts';
import type { AdTables } from '#server/features/ads/ads.tables.ts';
import type { ClaimTables } from '#server/features/claims/claims.tables.ts';
import type { DonationTables } from '#server/features/donations/donations.tables.ts';
import type { EmergencyTables } from '#server/features/emergency/emergency.tables.ts';
import type { ExpiryAlertTables } from '#server/features/expiry-alerts/expiry-alerts.tables.ts';
import type { HandoverTables } from '#server/features/handovers/handovers.tables.ts';
import type { ListingTables } from '#server/features/listings/listings.tables.ts';
import type { MatchingTables } from '#server/features/matching/matching.tables.ts';
import type { MessagingTables } from '#server/features/messaging/messaging.tables.ts';
import type { ModerationTables } from '#server/features/moderation/moderation.tables.ts';
import type { NotificationTables } from '#server/features/notifications/notifications.tables.ts';
import type { PartnerTables } from '#server/features/partners/partners.tables.ts';
import type { PhotoTables } from '#server/features/photos/photos.tables.ts';
import type { PlaceTables } from '#server/features/places/places.tables.ts';
import type { RecognitionTables } from '#server/features/recognition/recognition.tables.ts';
import type { VolunteerTables } from '#server/features/volunteers/volunteers.tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** For reads that run on their own or inside a transaction. */
export type DbOrTx = Db | Tx;

/** The tables of all features; the tables of the platform are queried with plain SQL. */
export type Tables = AccountTables &
  PlaceTables &
  ModerationTables &
  NotificationTables &
  PhotoTables &
  ListingTables &
  MessagingTables &
  HandoverTables &
  RecognitionTables &
  ClaimTables &
  EmergencyTables &
  DonationTables &
  MatchingTables &
  ExpiryAlertTables &
  PartnerTables &
  VolunteerTables &
  AdTables;
