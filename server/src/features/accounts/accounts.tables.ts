import type { UserType } from '@openlarder/domain/accounts/account-contract.ts';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { Generated } from 'kysely';

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
    language: Generated<string>;
    leaderboard_visible: Generated<boolean>;
    verified: Generated<boolean>;
    is_admin: Generated<boolean>;
    /** The person's own place, when they have said where they are. */
    place_id: string | null;
    /** Closed accounts keep their id, for what others did with them; nothing says who they were. */
    closed_at: Date | null;
    /** Paused by those who run the community, and why. */
    paused_at: Generated<Date | null>;
    paused_reason: Generated<string | null>;
    /** A keyed digest of the address, by which what was set against somebody is found again should they come back. */
    return_key: Generated<string | null>;
    created_at: Date;
    updated_at: Date;
  };
  session: {
    id: string;
    token: string;
    person_id: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    /** A browser and a system by name. */
    device: string | null;
    created_at: Date;
    updated_at: Date;
  };
  /** How a person shows who they are: by a password (`credential`), or through an identity provider. */
  credential: {
    id: string;
    account_id: string;
    provider_id: string;
    person_id: string;
    /** Hashed; null for a provider's. */
    password: string | null;
    created_at: Date;
    updated_at: Date;
  };
  /** What was handed out and is to come back: links in mails, and who is away at the identity provider. */
  verification: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Date;
    updated_at: Date;
  };
};
