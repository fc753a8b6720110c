import type { DonationStatus, DonationType } from '@openlarder/domain/donations/donation-fields.ts';
import type { Generated } from 'kysely';

export type DonationTables = {
  donation: {
    id: string;
    /** Null once the account is closed. */
    person_id: string | null;
    amount_cents: number;
    /** ISO 4217, in lower case as the provider writes it. */
    currency: string;
    donation_type: DonationType;
    donor_message: string;
    is_anonymous: boolean;
    food_listing_id: string | null;
    emergency_request_id: string | null;
    status: Generated<DonationStatus>;
    /** The provider's id; null until the provider has created the payment. */
    payment_intent_id: Generated<string | null>;
    /** The provider's fee, and the amount after it; null until reported. */
    fee_cents: Generated<number | null>;
    net_cents: Generated<number | null>;
    refunded_cents: Generated<number>;
    disputed_cents: Generated<number>;
    payment_method_type: Generated<string | null>;
    receipt_url: Generated<string | null>;
    /**
     * Fetches from the provider are numbered when they begin; results of earlier ones are not written after later ones.
     */
    fetches_begun: Generated<number>;
    fetch_written: Generated<number>;
    /** Money of a demo: no card was charged. */
    is_demo: boolean;
    created_at: Date;
    processed_at: Generated<Date | null>;
  };
  /** Handled events of the provider. */
  payment_event: {
    id: string;
    received_at: Date;
  };
};

/** The provider's state of a donation, in cents; null for what it has not reported yet. */
export type PaymentUpdate = {
  readonly status: DonationStatus;
  readonly feeCents: number | null;
  readonly netCents: number | null;
  readonly refundedCents: number;
  readonly disputedCents: number;
  readonly paymentMethodType: string | null;
  readonly receiptUrl: string | null;
};

declare module '#server/db/database.ts' {
  interface Tables extends DonationTables {}
}
