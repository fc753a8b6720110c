import { type Kysely, sql } from 'kysely';

/** A sign-up whose account begins once the mail to its address is opened; whether the address is known, it does not say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pending_sign_up (
      id uuid primary key,
      email text not null,
      password text not null,
      first_name text not null,
      last_name text not null,
      user_type text not null,
      language text,
      code_digest text,
      tries_left smallint not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index pending_sign_up_email on pending_sign_up (email)`.execute(db);
  await sql`create index pending_sign_up_expires_at on pending_sign_up (expires_at)`.execute(db);
}
