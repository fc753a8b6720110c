import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import { describe, expect, test } from 'vitest';
import { claimsGround, type Somebody } from '#server/testing/factories/claims-ground.ts';

const ground = await claimsGround();
const { listings, claims, clock, person, listing, pool } = ground;

/** A picture that is ready to be shown, without a file: here it is only passed on. */
async function photo(owner: Somebody): Promise<string> {
  const id = ground.newId();
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
/** What a listing shows: path and caption. */
async function shownOf(who: Somebody, id: string): Promise<string[][]> {
  const { photos } = await listings.getListing(who, id);
  return photos.map(({ objectPath, caption }) => [objectPath, caption]);
}
const change = (who: Somebody, id: string, body: ChangeListing) => listings.changeListing(who, id, body);

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

describe('photos of a listing', () => {
  test('have what they show beside them, by their place in the list', async () => {
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

  test('are exchanged as a whole: some stay, some come, the others are shown to nobody', async () => {
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

  test('keep what they show when only their order changes; and the other way round', async () => {
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

  test('that another person or nobody has are refused, and then nothing is changed', async () => {
    const { donor, soup, pot } = await soupWithPhotos();
    const before = await listings.getListing(donor, soup.id);
    const theirs = await photo(await person());
    for (const path of [theirs, '/objects/01989c2e-0000-7000-8000-000000000000'])
      await expect(change(donor, soup.id, { imageUrls: [pot, path], title: 'No' })).rejects.toMatchObject({
        status: 422,
        fields: { imageUrls: 'One of the photos cannot be used. Please choose it again.' },
      });
    await expect(change(donor, soup.id, { imageUrls: [pot, pot] })).rejects.toMatchObject({
      status: 422,
      fields: { imageUrls: 'One of the photos is there twice. Please choose each once.' },
    });
    expect(await listings.getListing(donor, soup.id)).toEqual(before);
    expect(await isShownToOthers(theirs)).toBe(false);
  });

  test('of what was taken back are the donor’s alone, also for whoever had claimed it', async () => {
    const { donor, soup, pot } = await soupWithPhotos();
    const guest = await person();
    const claim = await claims.claimListing(guest, soup.id);
    await claims.releaseClaim(guest, claim.id);
    expect((await claims.getClaim(guest, claim.id)).listing.photo).toMatchObject({ objectPath: pot });
    await listings.withdrawListing(donor, soup.id);
    expect(await Promise.all(soup.imageUrls.map(isShownToOthers))).toEqual([false, false, false]);
    expect((await claims.getClaim(guest, claim.id)).listing.photo).toBeNull();
    expect((await shownOf(donor, soup.id)).map(([path]) => path)).toEqual(soup.imageUrls);
  });

  test('stay for whoever is still coming when the rest is taken back', async () => {
    const { donor, soup, pot } = await soupWithPhotos();
    await claims.claimListing(await person(), soup.id, 1);
    await listings.withdrawListing(donor, soup.id);
    expect(await isShownToOthers(pot)).toBe(true);
  });
});
