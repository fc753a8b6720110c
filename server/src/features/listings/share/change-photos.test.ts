import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import { describe, expect, test } from 'vitest';
import { getClaim } from '#server/features/claims/claims.queries.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { resumeListing, withdrawListing } from '../lifecycle/withdraw-and-expire.ts';
import { getListing } from '../listings.queries.ts';
import { changeListing } from './change-listing.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing, pool } = fixture;

/** A ready photo row without files, which is enough here. */
async function photo(owner: TestCaller): Promise<string> {
  const id = fixture.newId();
  await pool.query(
    `insert into photo (id, owner_id, state, width, height, created_at) values ($1, $2, 'ready', 4, 3, $3)`,
    [id, owner.userId, clock.now()],
  );
  return `/objects/${id}`;
}
async function isShownToOthers(path: string): Promise<boolean> {
  const { rows } = await pool.query<{ visibility: string }>('select visibility from photo where id = $1', [
    path.slice('/objects/'.length),
  ]);
  return rows[0]?.visibility === 'signed_in';
}
/** A listing's photos: path and caption. */
async function shownOf(who: TestCaller, id: string): Promise<string[][]> {
  const { photos } = await getListing(ctx, who, id);
  return photos.map(({ objectPath, caption }) => [objectPath, caption]);
}
const change = (who: TestCaller, id: string, body: ChangeListing) => changeListing(ctx, who, id, body);

/** Soup with three photos, two of them with a caption. */
async function soupWithPhotos() {
  const donor = await person();
  const [pot, bowl, table] = [await photo(donor), await photo(donor), await photo(donor)];
  const soup = await listing(donor, {
    imageUrls: [pot, bowl, table],
    imageCaptions: ['A pot', 'A bowl'],
  });
  return { donor, soup, pot, bowl, table };
}

describe('listing photos', () => {
  test('have captions by their position', async () => {
    const { donor, soup, pot, bowl, table } = await soupWithPhotos();
    expect(soup.imageUrls).toEqual([pot, bowl, table]);
    const shown = [
      [pot, 'A pot'],
      [bowl, 'A bowl'],
      [table, ''],
    ];
    expect(await shownOf(donor, soup.id)).toEqual(shown);
    expect(await shownOf(await person(), soup.id)).toEqual(shown);
  });

  test('of claimed food are added in silence; another one or another caption is told', async () => {
    const { donor, soup, pot, bowl, table } = await soupWithPhotos();
    const guest = await fixture.member();
    await claimListing(ctx, guest, soup.id, 1);
    const toldAfter = async (body: ChangeListing) => {
      await change(donor, soup.id, body);
      const { rows } = await pool.query(
        `delete from notification where kind = 'food_corrected' and person_id = $1 returning id`,
        [guest.userId],
      );
      return rows.length;
    };
    const added = await photo(donor);
    expect(await toldAfter({ imageUrls: [pot, bowl, table, added] })).toBe(0);
    expect(await toldAfter({ imageCaptions: ['A pot', 'Pork'] })).toBe(1);
    expect(await toldAfter({ imageUrls: [pot, bowl, await photo(donor)] })).toBe(1);
  });

  test('are replaced as a list; removed ones are hidden', async () => {
    const { donor, soup, pot, bowl, table } = await soupWithPhotos();
    const spoon = await photo(donor);
    await change(donor, soup.id, {
      imageUrls: [table, spoon, pot],
      imageCaptions: ['', 'A spoon', 'The pot'],
    });
    expect(await shownOf(donor, soup.id)).toEqual([
      [table, ''],
      [spoon, 'A spoon'],
      [pot, 'The pot'],
    ]);
    expect(await Promise.all([pot, bowl, table, spoon].map(isShownToOthers))).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  test('keep captions when reordered, and their order when captions change', async () => {
    const { donor, soup, pot, bowl, table } = await soupWithPhotos();
    await change(donor, soup.id, { imageUrls: [bowl, table, pot] });
    expect(await shownOf(donor, soup.id)).toEqual([
      [bowl, 'A bowl'],
      [table, ''],
      [pot, 'A pot'],
    ]);
    await change(donor, soup.id, { imageCaptions: ['The bowl', 'The table'] });
    expect(await shownOf(donor, soup.id)).toEqual([
      [bowl, 'The bowl'],
      [table, 'The table'],
      [pot, ''],
    ]);
    await change(donor, soup.id, { imageUrls: [] });
    expect(await shownOf(donor, soup.id)).toEqual([]);
  });

  test('of another person or unknown are refused, and nothing changes', async () => {
    const { donor, soup, pot } = await soupWithPhotos();
    const before = await getListing(ctx, donor, soup.id);
    const theirs = await photo(await person());
    for (const path of [theirs, '/objects/01989c2e-0000-7000-8000-000000000000'])
      await expect(change(donor, soup.id, { imageUrls: [pot, path], title: 'No' })).rejects.toMatchObject({
        status: 422,
        fields: { imageUrls: '@unusable-photo.one-of-them' },
      });
    await expect(change(donor, soup.id, { imageUrls: [pot, pot] })).rejects.toMatchObject({
      status: 422,
      fields: { imageUrls: '@photo-twice' },
    });
    expect(await getListing(ctx, donor, soup.id)).toEqual(before);
    expect(await isShownToOthers(theirs)).toBe(false);
  });

  test('of a withdrawn listing are visible to the donor only', async () => {
    const { donor, soup, pot } = await soupWithPhotos();
    const guest = await person();
    const claim = await claimListing(ctx, guest, soup.id);
    await handovers.releaseHandover(ctx, guest, claim.handover.id);
    expect((await getClaim(ctx, guest, claim.id)).listing.photo).toMatchObject({ objectPath: pot });
    await withdrawListing(ctx, donor, soup.id);
    expect(await Promise.all(soup.imageUrls.map(isShownToOthers))).toEqual([false, false, false]);
    expect((await getClaim(ctx, guest, claim.id)).listing.photo).toBeNull();
    expect((await shownOf(donor, soup.id)).map(([path]) => path)).toEqual(soup.imageUrls);
    await resumeListing(ctx, donor, soup.id, 4);
    expect(await Promise.all(soup.imageUrls.map(isShownToOthers))).toEqual([true, true, true]);
  });

  test('stay visible to open claims when the rest is withdrawn', async () => {
    const { donor, soup, pot } = await soupWithPhotos();
    await claimListing(ctx, await person(), soup.id, 1);
    await withdrawListing(ctx, donor, soup.id);
    expect(await isShownToOthers(pot)).toBe(true);
  });
});
