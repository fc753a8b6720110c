export type MatchingTables = {
  /** Food that a person does not want recommended again. */
  dismissed_match: { person_id: string; listing_id: string; created_at: Date };
};

declare module '#server/db/database.ts' {
  interface Tables extends MatchingTables {}
}
