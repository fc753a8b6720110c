import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { describe, expect, it } from 'vitest';
import { uploadedCaptions, uploadedPaths, uploadedPhotos } from './photo-list.ts';
import { createPhotoUploads, type UploadParts } from './photo-uploads.ts';

const picture = (name: string, bytes = 10, type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type });
const stored = (name: string): Photo => ({
  objectPath: `/objects/${name}`,
  thumbhash: null,
  width: 4,
  height: 3,
  caption: '',
});

const NOT_A_PHOTO = 'This is not a photo.';

/** Uploads that end when the test says so. */
function pretended(photos: readonly Photo[] = []) {
  const underWay = new Map<string, { finish: (photo: Photo) => void; fail: (error: Error) => void }>();
  const dropped: string[] = [];
  const stopped: string[] = [];
  let keys = 0;
  const parts: UploadParts = {
    downscale: (file) => Promise.resolve(file),
    upload: (file, { signal, onProgress }) =>
      new Promise((finish, fail) => {
        const name = file instanceof File ? file.name : '';
        signal.addEventListener('abort', () => stopped.push(name));
        onProgress(0.5);
        underWay.set(name, { finish, fail });
      }),
    uploadFailureOf: (error) => {
      const sentence = error instanceof Error ? error.message : 'unknown';
      return { sentence, again: sentence === NOT_A_PHOTO ? 'never' : 'when-online' };
    },
    lostSentence: () => 'It is gone.',
    makeKey: () => `key-${++keys}`,
    showPreview: (file) => `blob:${file.name}`,
    dropPreview: (url) => dropped.push(url),
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { parts, uploads: createPhotoUploads(parts, photos), underWay, dropped, stopped, turn };
}

describe('photos on their way', () => {
  it('go out two at a time and keep their order', async () => {
    const { uploads, underWay, turn } = pretended();
    uploads.add([picture('a'), picture('b'), picture('c')]);
    await turn();
    expect([...underWay.keys()]).toEqual(['a', 'b']);
    expect(uploads.items().map(({ status, progress }) => [status, progress])).toEqual([
      ['sending', 0.5],
      ['sending', 0.5],
      ['waiting', 0],
    ]);
    underWay.get('b')?.finish(stored('b'));
    await turn();
    underWay.get('c')?.finish(stored('c'));
    underWay.get('a')?.finish(stored('a'));
    await uploads.settled();
    expect(uploadedPaths(uploads.items())).toEqual(['/objects/a', '/objects/b', '/objects/c']);
  });

  it('takes five and says which it did not take', () => {
    const { uploads } = pretended();
    const files = ['1', '2', '3', '4', '5', '6'].map((name) => picture(name));
    expect(uploads.add(files)).toEqual([{ file: files[5], why: 'too-many' }]);
    expect(uploads.items()).toHaveLength(5);
  });

  it('keeps a failed one, says why, and sends it again when asked', async () => {
    const { uploads, underWay, turn } = pretended();
    uploads.add([picture('a')]);
    await turn();
    underWay.get('a')?.fail(new Error('The server is resting.'));
    await uploads.settled();
    expect(uploads.items()[0]).toMatchObject({
      status: 'failed',
      failure: { sentence: 'The server is resting.' },
    });
    uploads.retry('key-1');
    await turn();
    underWay.get('a')?.finish(stored('a'));
    await uploads.settled();
    expect(uploads.items()[0]).toMatchObject({ status: 'done', failure: null });
  });

  it('stops one that is taken away, and makes room for the next', async () => {
    const { uploads, underWay, stopped, turn } = pretended();
    uploads.add([picture('a'), picture('b'), picture('c')]);
    await turn();
    uploads.remove('key-1');
    await turn();
    expect(stopped).toEqual(['a']);
    expect(underWay.has('c')).toBe(true);
    underWay.get('a')?.finish(stored('a'));
    await turn();
    expect(uploads.items().map(({ name }) => name)).toEqual(['b', 'c']);
  });

  it('puts the one that was taken away last back where it was, and sends it anew if it had not arrived', async () => {
    const { uploads, underWay, dropped, turn } = pretended();
    uploads.add([picture('a'), picture('b')]);
    await turn();
    underWay.get('a')?.finish(stored('a'));
    await turn();
    uploads.setCaption('key-1', 'Rye bread');
    uploads.remove('key-1');
    expect(uploads.removed()?.name).toBe('a');
    uploads.putBack();
    expect(uploads.removed()).toBeNull();
    expect(uploads.items()[0]).toMatchObject({ name: 'a', status: 'done', caption: 'Rye bread' });
    uploads.remove('key-2');
    uploads.putBack();
    await turn();
    expect(uploads.items()[1]).toMatchObject({ name: 'b', status: 'sending' });
    underWay.get('b')?.finish(stored('b'));
    await uploads.settled();
    expect(uploadedPaths(uploads.items())).toEqual(['/objects/a', '/objects/b']);
    expect(dropped).toEqual([]);
  });

  it('keeps one removal at a time, until another photo takes its room', () => {
    const { uploads, dropped } = pretended();
    uploads.add(['1', '2', '3', '4', '5'].map((name) => picture(name)));
    uploads.remove('key-1');
    uploads.remove('key-2');
    expect(dropped).toEqual(['blob:1']);
    uploads.add([picture('6'), picture('7')]);
    expect(dropped).toEqual(['blob:1', 'blob:2']);
    uploads.putBack();
    expect(uploads.items().map(({ name }) => name)).toEqual(['3', '4', '5', '6', '7']);
    uploads.remove('key-7');
    uploads.forgetRemoved();
    uploads.putBack();
    expect(uploads.items()).toHaveLength(4);
  });

  it('moves one to another place, and no farther than the ends', () => {
    const { uploads } = pretended();
    uploads.add([picture('a'), picture('b'), picture('c')]);
    uploads.move('key-3', 0);
    expect(uploads.items().map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    uploads.move('key-3', 9);
    expect(uploads.items().map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('sends again by itself what got no answer, once the line is back', async () => {
    const { uploads, underWay, turn } = pretended();
    uploads.add([picture('a'), picture('b')]);
    await turn();
    underWay.get('a')?.fail(new Error('No line.'));
    underWay.get('b')?.fail(new Error(NOT_A_PHOTO));
    await uploads.settled();
    uploads.retryOffline();
    await turn();
    expect(uploads.items().map(({ status }) => status)).toEqual(['sending', 'failed']);
    underWay.get('a')?.finish(stored('a'));
    await uploads.settled();
    expect(uploadedPaths(uploads.items())).toEqual(['/objects/a']);
  });

  it('gives out what each photo shows, in the order of the photos that arrived', async () => {
    const { uploads, underWay, turn } = pretended();
    uploads.add([picture('a'), picture('b'), picture('c')]);
    uploads.setCaption('key-1', 'Bread');
    uploads.setCaption('key-2', 'Lost on the way');
    uploads.setCaption('key-3', ' Soup ');
    uploads.move('key-3', 0);
    await turn();
    underWay.get('b')?.fail(new Error(NOT_A_PHOTO));
    underWay.get('a')?.finish(stored('a'));
    await turn();
    underWay.get('c')?.finish(stored('c'));
    await uploads.settled();
    expect(uploadedPaths(uploads.items())).toEqual(['/objects/c', '/objects/a']);
    expect(uploadedCaptions(uploads.items())).toEqual(['Soup', 'Bread']);
  });

  it('begins with the photos of a listing or a draft, and takes no more than five', async () => {
    const photos = ['1', '2', '3', '4'].map((name) => ({ ...stored(name), caption: `Shows ${name}` }));
    const { uploads, dropped } = pretended(photos);
    await uploads.settled();
    expect(uploadedPhotos(uploads.items())).toEqual(photos);
    uploads.addUploaded([stored('2'), stored('5'), stored('6')]);
    expect(uploadedPaths(uploads.items())).toEqual(
      ['1', '2', '3', '4', '5'].map((name) => `/objects/${name}`),
    );
    // one that was purged meanwhile is not sent along
    uploads.lose('/objects/3');
    expect(uploadedCaptions(uploads.items())).toEqual(['Shows 1', 'Shows 2', 'Shows 4', '']);
    expect(uploads.items()[2]).toMatchObject({
      status: 'failed',
      failure: { sentence: 'It is gone.', again: 'never' },
    });
    uploads.clear();
    expect(dropped).toEqual([]);
  });

  it('lets go of everything when the form goes', async () => {
    const { uploads, dropped, stopped, turn } = pretended();
    uploads.add([picture('a'), picture('b')]);
    await turn();
    uploads.clear();
    await uploads.settled();
    expect([uploads.items(), stopped, dropped]).toEqual([[], ['a', 'b'], ['blob:a', 'blob:b']]);
  });
});

it('begins with stored pictures, which are there already and need no sending', async () => {
  const { parts, turn, underWay } = pretended();
  const uploads = createPhotoUploads(parts, [{ ...stored('a'), caption: 'A loaf' }, stored('b')]);
  await turn();
  expect(uploads.items().map(({ status, previewUrl }) => [status, previewUrl])).toEqual([
    ['done', '/objects/a?w=640'],
    ['done', '/objects/b?w=640'],
  ]);
  uploads.move(uploads.items()[1]?.key ?? '', 0);
  expect(uploadedPaths(uploads.items())).toEqual(['/objects/b', '/objects/a']);
  expect(uploadedCaptions(uploads.items())).toEqual(['', 'A loaf']);
  expect(underWay.size).toBe(0);
  await uploads.settled();
});
