import { type RawBuilder, type Selectable, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { DbOrTx, Tables } from '#server/db/database.ts';
import type { ClaimPosition } from './claims.store.ts';
import { compileOnce, type Placeholder, usePreparedStatement } from '#server/platform/postgres/database.ts';

/*
 * A read model. The data of a claim is in eight tables of seven features; reading it feature by feature took fourteen
 * statements, so the single statement here joins these tables. It makes no decisions: the features that own the rows
 * present them, moderation provides the condition of a block, and exact places and grants are left to `places`.
 */

/** A query condition: no block between the person in `personColumn` and the viewer. */
type NotBlocked = (personColumn: string, viewerId: RawBuilder<string>) => RawBuilder<boolean>;

type Viewer = { viewerId: string };
type PageValues = Viewer & {
  isOpen: boolean | null;
  at: Date | null;
  id: string | null;
  limit: number;
};

const HANDOVER_COLUMNS = [
  'handover.id',
  'handover.giver_id',
  'handover.receiver_id',
  'handover.conversation_id',
  'handover.status',
  'handover.window_from',
  'handover.window_until',
  'handover.agreed_time',
  'handover.agreed_at',
  'handover.proposed_time',
  'handover.proposed_by',
  'handover.code',
  'handover.code_tries',
  'handover.coming_at',
  'handover.giver_on_my_way_at',
  'handover.receiver_on_my_way_at',
  'handover.giver_confirmed_at',
  'handover.receiver_confirmed_at',
  'handover.giver_servings',
  'handover.receiver_servings',
  'handover.completed_by',
  'handover.release_reason',
  'handover.ended_by',
  'handover.disputed_at',
  'handover.disputed_by',
  'handover.thanked_at',
  'handover.receiver_named_at',
  'handover.asked_at',
  'handover.created_at',
  'handover.ended_at',
] as const;

/** Until when servings that come back are offered again; null if the giver has stopped sharing. */
const OFFERED_UNTIL =
  sql<Date | null>`case when listing.withdrawn_at is null then listing.offered_until end`.as('offered_until');

const claimIds = (db: DbOrTx) =>
  db
    .selectFrom('claim as chosen')
    .innerJoin('handover as chosen_handover', 'chosen_handover.id', 'chosen.handover_id')
    .select('chosen.id');

type ClaimIds = ReturnType<typeof claimIds>;

/** The first sort key of a list. */
const isOpen = (handover: 'handover' | 'chosen_handover') =>
  sql<boolean>`${sql.ref(`${handover}.status`)} = 'open'`;

const person = (alias: 'giver' | 'receiver') => {
  const column = <Name extends keyof Tables['person']>(name: Name) =>
    sql<Selectable<Tables['person']>[Name]>`${sql.ref(`${alias}.${name}`)}`;
  return jsonBuildObject({
    id: column('id'),
    first_name: column('first_name'),
    last_name: column('last_name'),
    organization_name: column('organization_name'),
    user_type: column('user_type'),
    language: column('language'),
    is_closed: sql<boolean>`${column('closed_at')} is not null`,
  });
};

/** The claims with these ids, with all that their presentation needs but for exact places and grants. */
const views = <Values extends Viewer>(
  db: DbOrTx,
  given: Placeholder<Values>,
  notBlocked: NotBlocked,
  ids: ClaimIds,
) =>
  db
    .selectFrom(ids.as('shown'))
    .innerJoin('claim', 'claim.id', 'shown.id')
    .innerJoin('handover', 'handover.id', 'claim.handover_id')
    .innerJoin('food_listing as listing', 'listing.id', 'claim.listing_id')
    .innerJoin('conversation', 'conversation.id', 'handover.conversation_id')
    .innerJoin('person as giver', 'giver.id', 'handover.giver_id')
    .innerJoin('person as receiver', 'receiver.id', 'handover.receiver_id')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('listing_photo')
          .innerJoin('photo', 'photo.id', 'listing_photo.photo_id')
          .select(['photo.id', 'photo.width', 'photo.height', 'photo.thumbhash', 'listing_photo.caption'])
          .whereRef('listing_photo.listing_id', '=', 'listing.id')
          .orderBy('listing_photo.position')
          .limit(1)
          .as('first_photo'),
      (join) => join.onTrue(),
    )
    .modifyFront(usePreparedStatement)
    .select(HANDOVER_COLUMNS)
    .select([
      'claim.id as claim_id',
      'claim.listing_id',
      'claim.request_id',
      'claim.servings',
      'listing.donor_id',
      'listing.title',
      'listing.category',
      'listing.allergens',
      'listing.status as listing_status',
      'listing.estimated_servings',
      'listing.counted_as',
      'listing.available_from',
      'listing.available_until',
      'listing.public_point',
      'listing.area_label',
      'listing.place_is_public',
      'conversation.listing_title as title_when_claimed',
      'first_photo.id as photo_id',
      'first_photo.width as photo_width',
      'first_photo.height as photo_height',
      'first_photo.thumbhash as photo_thumbhash',
      'first_photo.caption as photo_caption',
    ])
    .select(OFFERED_UNTIL)
    .select([person('giver').as('giver'), person('receiver').as('receiver')])
    .select(
      sql<boolean>`handover.giver_id <> ${given('viewerId')} and not (${notBlocked('handover.giver_id', given('viewerId'))})`.as(
        'is_across_block',
      ),
    )
    .orderBy(isOpen('handover'), 'desc')
    .orderBy('handover.created_at', 'desc')
    .orderBy('claim.id', 'desc');

export type ClaimView = Awaited<ReturnType<ReturnType<typeof claimViewStatements>['own']>>[number];

/** The statements, whose texts are constant: `notBlocked` is called once for each. */
export function claimViewStatements(notBlocked: NotBlocked) {
  const pageOf = (side: 'giver_id' | 'receiver_id') =>
    compileOnce((db: DbOrTx, given: Placeholder<PageValues>) =>
      views(
        db,
        given,
        notBlocked,
        claimIds(db)
          .where(`chosen_handover.${side}`, '=', given('viewerId'))
          .where(
            sql<boolean>`(${given('id')}::uuid is null
              or (chosen_handover.status = 'open', chosen_handover.created_at, chosen.id)
                < (${given('isOpen')}::boolean, ${given('at')}::timestamptz, ${given('id')}::uuid))`,
          )
          .orderBy(isOpen('chosen_handover'), 'desc')
          .orderBy('chosen_handover.created_at', 'desc')
          .orderBy('chosen.id', 'desc')
          .limit(given('limit')),
      ),
    );
  const pages = { giver_id: pageOf('giver_id'), receiver_id: pageOf('receiver_id') };
  return {
    /** The claim, if the viewer is one of its two people. */
    own: compileOnce((db: DbOrTx, given: Placeholder<Viewer & { claimId: string }>) =>
      views(
        db,
        given,
        notBlocked,
        claimIds(db)
          .where('chosen.id', '=', given('claimId'))
          .where((is) =>
            is.or([
              is('chosen_handover.giver_id', '=', given('viewerId')),
              is('chosen_handover.receiver_id', '=', given('viewerId')),
            ]),
          ),
      ),
    ),
    /** The viewer's claims on one side, open ones first, then the newest, starting after `after`. */
    page: (
      db: DbOrTx,
      side: 'giver_id' | 'receiver_id',
      viewerId: string,
      after: ClaimPosition | null,
      limit: number,
    ) =>
      pages[side](db, {
        viewerId,
        isOpen: after?.isOpen ?? null,
        at: after?.at ?? null,
        id: after?.id ?? null,
        limit,
      }),
  };
}

export async function selectSubjectsOf(db: DbOrTx, handoverIds: readonly string[]) {
  if (handoverIds.length === 0) return [];
  return db
    .selectFrom('claim')
    .innerJoin('food_listing as listing', 'listing.id', 'claim.listing_id')
    .select(['claim.id', 'claim.listing_id', 'claim.handover_id', 'claim.servings'])
    .select(['listing.title', 'listing.place_is_public', 'listing.counted_as', OFFERED_UNTIL])
    .where('claim.handover_id', 'in', [...handoverIds])
    .execute();
}
