import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import type { SharesStep } from '@openlarder/domain/accounts/standing.ts';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { ColumnType, Generated } from 'kysely';

export type AccountTables = {
  person: {
    id: string;
    email: string;
    email_verified: Generated<boolean>;
    name: string;
    image: string | null;
    first_name: Generated<string>;
    last_name: Generated<string>;
    user_type: Generated<UserType>;
    organization_name: string | null;
    organization_type: string | null;
    radius_km: Generated<number>;
    diets: Generated<Diet[]>;
    allergens: Generated<Allergen[]>;
    language: string | null;
    leaderboard_visible: Generated<boolean>;
    /** Which of their sharing stats others see. */
    shows_sharing: Generated<boolean>;
    shows_replies: Generated<boolean>;
    shows_verified: Generated<boolean>;
    /** Whether mails and calendars do not mention food, and when that was last switched. */
    discreet: Generated<boolean>;
    discreet_set_at: Generated<Date | null>;
    verified: Generated<boolean>;
    /** The mark is gone since a name or the public address changed; what it allowed lasts until then. */
    verified_until: Generated<Date | null>;
    /** Where a verified organization was when it got the mark; null until its profile changes, or it has a pin. */
    verified_latitude: Generated<number | null>;
    verified_longitude: Generated<number | null>;
    is_admin: Generated<boolean>;
    /** When the person became known by their handovers, and when an admin vouched for them. */
    known_at: Generated<Date | null>;
    vouched_at: Generated<Date | null>;
    /** When they first completed a handover with a person who confirmed it. */
    first_handover_at: Generated<Date | null>;
    /** How many people they cook for, for their share of bulk food. */
    household_size: Generated<number | null>;
    /** The person's own place, if they have set one. */
    place_id: string | null;
    /** When it was set, and the former place, which counts for requests for food until the end of that day. */
    place_set_at: Generated<Date | null>;
    former_place_id: Generated<string | null>;
    /** Closed accounts keep their id, for records of others; nothing identifies the person. */
    closed_at: Date | null;
    /** Paused by the admins, with their reason. */
    paused_at: Generated<Date | null>;
    paused_reason: Generated<string | null>;
    /** A keyed digest of the email, by which blocks and pauses are restored if the person signs up again. */
    email_digest: Generated<string | null>;
    /** When the address was refused for good, the latest three, oldest first. */
    mail_refused_at: Generated<Date[]>;
    created_at: Date;
    updated_at: Date;
  };
  /** The sharing stats of a person, as of a day in the community's time zone. */
  person_standing: {
    person_id: string;
    shares_step: SharesStep | null;
    replies_same_day: boolean;
    day: ColumnType<Date, string, string>;
  };
  session: {
    id: string;
    token: string;
    person_id: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    /** The names of browser and system. */
    device: string | null;
    created_at: Date;
    updated_at: Date;
  };
  /** A way to sign in: a password (`credential`) or an identity provider. */
  credential: {
    id: string;
    account_id: string;
    provider_id: string;
    person_id: string;
    /** Hashed; null for a provider. */
    password: string | null;
    created_at: Date;
    updated_at: Date;
  };
  /** A sign-up whose mail has not been opened; also stored for an email that has an account. */
  pending_sign_up: {
    id: string;
    email: string;
    /** Hashed. */
    password: string;
    first_name: string;
    last_name: string;
    user_type: UserType;
    language: string | null;
    /**
     * A keyed digest of the mailed code; null until it is mailed, for a known email, and once the email has an account.
     */
    code_digest: string | null;
    tries_left: number;
    created_at: Date;
    expires_at: Date;
  };
  /** When links were mailed to an email in the last day, by a keyed digest of their kind and the email. */
  link_mail: { digest: string; sent_at: Date[] };
  /** Pending tokens: links in mails, and sign-ins at the identity provider. */
  verification: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Date;
    updated_at: Date;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends AccountTables {}
}
