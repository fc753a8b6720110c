import { type Kysely, sql } from 'kysely';

/**
 * Donations, written before the card provider knows of them. Amounts are whole cents. When an account is closed its rows
 * stay without the person and without the message: the money was given, and the books have to balance.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table donation (
      id uuid primary key,
      person_id uuid references person (id),
      amount_cents integer not null check (amount_cents between 100 and 1000000),
      currency text not null default 'usd',
      donation_type text not null
        check (donation_type in ('platform_donation', 'food_listing_support', 'emergency_response', 'community_program')),
      donor_message text not null default '' check (length(donor_message) <= 200),
      is_anonymous boolean not null default false,
      food_listing_id uuid,
      emergency_request_id uuid,
      status text not null default 'pending'
        check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
      payment_intent_id text unique,
      fee_cents integer,
      net_cents integer,
      refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
      disputed_cents integer not null default 0 check (disputed_cents between 0 and amount_cents),
      payment_method_type text,
      receipt_url text,
      is_demo boolean not null default false,
      created_at timestamptz not null,
      processed_at timestamptz
    )`.execute(db);
  await sql`create index donation_of_person on donation (person_id, created_at desc, id desc)`.execute(db);
  // what is added up for everyone
  await sql`create index donation_succeeded on donation (donation_type) where status = 'succeeded'`.execute(
    db,
  );
  // As every own row: closing the account at the same moment leaves none behind.
  await sql`
    create function donation_person_id_open() returns trigger language plpgsql as $$
    begin
      if person_is_closed(new.person_id) then raise exception using errcode = 'P0401'; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger donation_person_id_open before insert on donation
    for each row execute function donation_person_id_open()`.execute(db);
}
