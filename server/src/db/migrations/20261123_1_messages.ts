import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column photo_id uuid references photo on delete set null`.execute(db);
  await sql`create index message_photo on message (photo_id) where photo_id is not null`.execute(db);
  // A photo in a message is visible to its two people.
  await sql`
    alter table photo
      add column viewer_id uuid references person on delete set null,
      drop constraint photo_visibility_check,
      add constraint photo_visibility_check check (visibility in ('owner', 'signed_in', 'one_person'))`.execute(
    db,
  );
  await sql`create index photo_viewer on photo (viewer_id) where viewer_id is not null`.execute(db);
  // The read state shown to the other person, frozen while a block exists.
  await sql`alter table conversation_member add column shown_read_at timestamptz`.execute(db);
  await sql`update conversation_member set shown_read_at = last_read_at`.execute(db);
  await sql`alter table conversation_member alter column shown_read_at set not null`.execute(db);
  // The title at the time of the claim: later titles do not pass a block.
  await sql`alter table conversation add column listing_title text`.execute(db);
  await sql`
    update conversation set listing_title = food_listing.title
    from food_listing where food_listing.id = conversation.listing_id`.execute(db);
}
