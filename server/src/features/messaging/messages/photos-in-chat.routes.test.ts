import { beforeAll, describe, expect, it } from 'vitest';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as listings from '#server/features/listings/share/create-listing.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import { makePhotoFixture, photoIdOf } from '#server/test/photo-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import {
  adminTranscript,
  conversationOfMessage,
  messageEvidence,
  removeMessage,
  removePhotoEverywhere,
} from './report-evidence.ts';

const app = await testApp();
const { ctx, as, clock, createPerson, pool } = app;
let base = '';
beforeAll(async () => {
  base = await app.listen();
});
const { addressFor, pathOf, show, filesOf } = makePhotoFixture(app, () => base);

async function pair() {
  const [donor, guest] = [await createPerson({ firstName: 'Ada' }), await createPerson({ firstName: 'Ben' })];
  const soup = await listings.createListing(ctx, donor.caller, listingBody(clock));
  const claim = await claims.claimListing(ctx, guest.caller, soup.id);
  return { donor, guest, soup, claim, conversationId: claim.conversationId };
}
const send = (who: TestPerson, conversationId: string, payload: object, key?: string) =>
  as(who, {
    method: 'POST',
    url: `/api/conversations/${conversationId}/messages`,
    payload,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const said = async (who: TestPerson, conversationId: string) =>
  (await as(who, { url: `/api/conversations/${conversationId}/messages` })).json();
const listed = async (who: TestPerson) => (await as(who, { url: '/api/conversations' })).json();
const statusesFor = async (people: readonly TestPerson[], path: string): Promise<number[]> =>
  Promise.all(people.map(async (who) => (await show(who, path)).statusCode));

describe('a photo in a conversation', () => {
  it('can be sent with or without text, visible to the two people only', async () => {
    const { donor, guest, conversationId } = await pair();
    const stranger = await createPerson();
    const photo = await pathOf(guest);
    expect(await statusesFor([guest, donor, stranger], photo)).toEqual([200, 404, 404]);
    const sent = await send(guest, conversationId, { photo });
    const shown = { objectPath: photo, width: 64, height: 64, caption: '', thumbhash: expect.any(String) };
    expect([sent.statusCode, sent.json()]).toMatchObject([
      201,
      { content: '', photo: shown, event: null, senderId: guest.id },
    ]);
    expect(await statusesFor([guest, donor, stranger], photo)).toEqual([200, 200, 404]);
    expect((await show(stranger, photo)).body).toBe((await show(stranger, `/objects/${app.newId()}`)).body);
    expect((await listed(donor))[0].lastMessage).toMatchObject({ content: '', photo: shown });
    await send(donor, conversationId, { content: 'At this door?', photo: await pathOf(donor) });
    expect(await said(guest, conversationId)).toMatchObject([
      { event: 'claimed', photo: null },
      { content: '', photo: shown },
      { content: 'At this door?', photo: { width: 64 } },
    ]);
  });

  it('is revalidated on every request', async () => {
    const { donor, guest, conversationId } = await pair();
    const photo = await pathOf(guest);
    await send(guest, conversationId, { photo });
    const first = await show(donor, photo);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = () =>
      as(donor, { url: `${photo}?w=1280`, headers: { 'if-none-match': String(first.headers.etag) } });
    expect((await again()).statusCode).toBe(304);
    await moderation.blockPerson(ctx, guest.caller, donor.id);
    expect((await again()).statusCode).toBe(404);
  });

  it('must be the sender’s own and ready; it is copied if sent twice', async () => {
    const { donor, guest, conversationId } = await pair();
    const photo = await pathOf(guest);
    await send(guest, conversationId, { photo });
    const copy = (await send(guest, conversationId, { photo })).json().photo.objectPath;
    expect(copy).not.toBe(photo);
    expect(await statusesFor([donor, await createPerson()], copy)).toEqual([200, 404]);
    const waiting = `/objects/${photoIdOf(await addressFor(guest))}`;
    for (const bad of [await pathOf(donor), waiting, `/objects/${app.newId()}`]) {
      const refused = await send(guest, conversationId, { photo: bad });
      expect([refused.statusCode, refused.json().fields]).toEqual([
        422,
        { photo: "We can't use this photo. Please choose it again." },
      ]);
    }
    for (const bad of ['/etc/passwd', 'https://elsewhere.example/x.jpg'])
      expect((await send(guest, conversationId, { photo: bad })).statusCode).toBe(422);
    const nothing = await send(guest, conversationId, { content: '  ', photo: null });
    expect(nothing.json().fields).toEqual({ content: 'Please write something first' });
    // refused messages are not stored
    expect(await said(donor, conversationId)).toHaveLength(3);
  });

  it('is sent once on a retry; a listing photo sent in a chat stays visible in the listing', async () => {
    const { donor, guest, conversationId } = await pair();
    const photo = await pathOf(guest);
    const [first, second] = [
      await send(guest, conversationId, { photo }, 'once'),
      await send(guest, conversationId, { photo }, 'once'),
    ];
    expect(second.json()).toEqual(first.json());
    expect(await said(donor, conversationId)).toHaveLength(2);
    const ofListing = await pathOf(donor);
    await listings.createListing(ctx, donor.caller, { ...listingBody(clock), imageUrls: [ofListing] });
    const copy = (await send(donor, conversationId, { photo: ofListing })).json().photo.objectPath;
    const stranger = await createPerson();
    expect(await statusesFor([stranger], ofListing)).toEqual([200]);
    expect(await statusesFor([stranger, guest], copy)).toEqual([404, 200]);
  });

  it('is hidden across a block in both directions, and shown again after unblocking', async () => {
    const { donor, guest, conversationId } = await pair();
    const [ofGuest, ofDonor] = [await pathOf(guest), await pathOf(donor)];
    await send(guest, conversationId, { content: 'Look', photo: ofGuest });
    await send(donor, conversationId, { photo: ofDonor });
    await moderation.blockPerson(ctx, donor.caller, guest.id);
    const none = (await show(donor, `/objects/${app.newId()}`)).body;
    for (const [who, others] of [
      [donor, ofGuest],
      [guest, ofDonor],
    ] as const) {
      const refused = await show(who, others);
      expect([refused.statusCode, refused.body]).toEqual([404, none]);
      const text = JSON.stringify([await said(who, conversationId), await listed(who)]);
      expect(text).not.toContain(others);
    }
    expect(await statusesFor([donor], ofDonor)).toEqual([200]);
    // earlier text stays, without the photo's placeholder
    expect((await said(donor, conversationId))[1]).toMatchObject({ content: 'Look', photo: null });
    const refused = await send(guest, conversationId, { photo: await pathOf(guest) });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conversation-closed']);
    await moderation.unblockPerson(ctx, donor.caller, guest.id);
    expect(await statusesFor([donor, guest], ofGuest)).toEqual([200, 200]);
  });

  it('of a listing is shown with its title in conversations and on the map, and is hidden across a block', async () => {
    const [donor, guest] = [await createPerson(), await createPerson()];
    const photo = await pathOf(donor);
    const body = { ...listingBody(clock), title: 'Photographed stew', imageUrls: [photo] };
    const stew = await listings.createListing(ctx, donor.caller, body);
    const url = '/api/map/cluster?north=41&south=40&east=-73&west=-75';
    // the map follows what happened a moment later
    await expect.poll(async () => (await as(guest, { url })).body).toContain(photo);
    await claims.claimListing(ctx, guest.caller, stew.id, 1);
    const about = async () => (await listed(guest))[0].foodListing;
    expect(await about()).toMatchObject({
      title: 'Photographed stew',
      category: stew.category,
      photo: { objectPath: photo, width: 64 },
    });
    await moderation.blockPerson(ctx, guest.caller, donor.id);
    expect(await about()).toMatchObject({ title: 'Photographed stew', photo: null });
  });

  it('stays after a release, is not purged, and is deleted with its sender’s account', async () => {
    const { donor, guest, claim, conversationId } = await pair();
    const [ofGuest, ofDonor] = [await pathOf(guest), await pathOf(donor)];
    await send(guest, conversationId, { photo: ofGuest });
    await send(donor, conversationId, { photo: ofDonor });
    await handovers.releaseHandover(ctx, guest.caller, claim.handover.id);
    expect((await send(guest, conversationId, { content: 'Sorry' })).statusCode).toBe(409);
    await pool.query(`update photo set created_at = created_at - interval '2 days'`);
    await photos.purgeUnattached(ctx);
    await photos.purgeOrphans(ctx);
    expect(await statusesFor([donor, guest], ofGuest)).toEqual([200, 200]);
    const data = (await as(guest, { url: '/api/users/export' })).json();
    expect(data.conversations[0].written).toMatchObject([{ content: '', photo: ofGuest }]);
    await as(guest, { method: 'POST', url: '/api/users/close-account', payload: {} });
    expect(await statusesFor([donor], ofGuest)).toEqual([404]);
    expect(filesOf(ofGuest)).toEqual([]);
    expect((await said(donor, conversationId))[1]).toMatchObject({
      senderId: guest.id,
      content: '',
      photo: null,
    });
    // photos of the remaining person stay theirs
    expect(await statusesFor([donor], ofDonor)).toEqual([200]);
    expect((await said(donor, conversationId))[2].photo).toMatchObject({ objectPath: ofDonor });
  });
});

describe('a message removed by an admin', () => {
  const remove = (id: string) => inTransaction(ctx, (tx) => removeMessage(tx, id));

  it('loses text and photo for both and is marked as removed', async () => {
    const { donor, guest, conversationId } = await pair();
    const photo = await pathOf(guest);
    const { id } = (await send(guest, conversationId, { content: 'Rude words', photo })).json();
    expect(await conversationOfMessage(ctx, id)).toBe(conversationId);
    expect(await adminTranscript(ctx, conversationId)).toMatchObject({
      people: expect.arrayContaining([{ id: guest.id, displayName: expect.stringContaining('Ben') }]),
      messages: [{ event: 'claimed' }, { senderId: guest.id, content: 'Rude words', hasPhoto: true }],
    });
    expect(await remove(id)).toBe(true);
    for (const who of [donor, guest])
      expect((await said(who, conversationId))[1]).toMatchObject({
        id,
        senderId: guest.id,
        content: 'An organizer removed a message.',
        photo: null,
        event: 'removed',
      });
    expect(await statusesFor([donor], photo)).toEqual([404]);
    await pool.query(`update photo set detached_at = detached_at - interval '2 days'`);
    await photos.purgeUnattached(ctx);
    expect(filesOf(photo)).toEqual([]);
    const { rows } = await pool.query(
      `select from live_event where kind = 'message_sent' and payload->>'messageId' = $1`,
      [id],
    );
    expect(rows).toHaveLength(2);
  });

  it('must be a person’s message, and is removed once', async () => {
    const { guest, conversationId } = await pair();
    const [event] = await said(guest, conversationId);
    expect(await remove(event.id)).toBe(false);
    expect(await remove(app.newId())).toBe(false);
    const { id } = (await send(guest, conversationId, { content: 'Rude words' })).json();
    expect([await remove(id), await remove(id)]).toEqual([true, false]);
    expect(await adminTranscript(ctx, app.newId())).toBeNull();
    expect(await conversationOfMessage(ctx, app.newId())).toBeNull();
  });
});

describe('a photo removed by an admin', () => {
  const remove = (id: string) => inTransaction(ctx, (tx) => removePhotoEverywhere(tx, id));

  /** The same photo in two listings and a message. */
  async function shownThrice() {
    const { donor, guest, conversationId } = await pair();
    const photo = await pathOf(donor);
    const share = async (): Promise<string> => {
      const body = { ...listingBody(clock), imageUrls: [photo], imageCaptions: [''] };
      return (await listings.createListing(ctx, donor.caller, body)).imageUrls[0] ?? '';
    };
    const inListings = [await share(), await share()];
    const message = (await send(donor, conversationId, { photo })).json();
    return { donor, guest, conversationId, message, paths: [...inListings, message.photo.objectPath] };
  }

  it.each([0, 1, 2])('is gone wherever it is shown, removed at place %i', async (nth) => {
    const { donor, guest, conversationId, paths } = await shownThrice();
    expect(new Set(paths).size).toBe(3);
    for (const path of paths) expect(await statusesFor([donor, guest], path)).toEqual([200, 200]);
    expect(await remove(photoIdOf(paths[nth] ?? ''))).toBe(true);
    for (const path of paths) expect(await statusesFor([donor, guest], path)).toEqual([404, 404]);
    expect(paths.flatMap((path) => filesOf(path))).toEqual([]);
    expect((await said(guest, conversationId)).at(-1)).toMatchObject({ event: 'removed', photo: null });
    expect(await remove(photoIdOf(paths[nth] ?? ''))).toBe(false);
  });

  it('is found by the id of its file, which a report names', async () => {
    const { guest, message, paths } = await shownThrice();
    const report = await inTransaction(ctx, (tx) => messageEvidence(tx, message.id, guest.id));
    const [, fileId = ''] = /Photo (\S+)/.exec(report?.text ?? '') ?? [];
    expect(fileId).toBe(photoIdOf(paths[0] ?? ''));
    expect(filesOf(`/objects/${fileId}`)).not.toEqual([]);
    // also once the first of them is gone
    await pool.query('delete from photo where id = $1', [fileId]);
    expect(await remove(fileId)).toBe(true);
    expect(await statusesFor([guest], message.photo.objectPath)).toEqual([404]);
  });
});
