import { MAX_PHOTO_BYTES, type Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { describe, expect, it } from 'vitest';
import { photoRefusal } from './photo-checks.ts';
import { fitWithin } from './downscale.ts';
import { arrivedCaptions, arrivedPaths } from './photo-list.ts';
import { makePhotoUploads, type UploadParts } from './photo-uploads.ts';

const picture = (name: string, bytes = 10, type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type });
const stored = (name: string): Photo => ({
  objectPath: `/objects/${name}`,
  thumbhash: null,
  width: 4,
  height: 3,
  caption: '',
});

/** Uploads that end when the test says so. */
function pretended() {
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
    sentenceOf: (error) => (error instanceof Error ? error.message : 'unknown'),
    makeKey: () => `key-${++keys}`,
    showPreview: (file) => `blob:${file.name}`,
    dropPreview: (url) => dropped.push(url),
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { parts, uploads: makePhotoUploads(parts), underWay, dropped, stopped, turn };
}

describe('which files are photos', () => {
  it.each([
    ['a photo', picture('a.jpg'), 0, null],
    ["an iPhone's photo that the browser does not know", picture('a.HEIC', 10, ''), 0, null],
    ['exactly 10 MB', picture('a.jpg', MAX_PHOTO_BYTES), 0, null],
    ['a byte more', picture('a.jpg', MAX_PHOTO_BYTES + 1), 0, 'too-big'],
    ['a document', picture('a.pdf', 10, 'application/pdf'), 0, 'not-a-photo'],
    ['a drawing with scripts inside', picture('a.svg', 10, 'image/svg+xml'), 0, 'not-a-photo'],
    ['nothing at all', picture('a.jpg', 0), 0, 'empty'],
    ['a sixth', picture('a.jpg'), 5, 'too-many'],
  ] as const)('%s', (_, file, taken, refusal) => {
    expect(photoRefusal(file, taken)).toBe(refusal);
  });

  it('scales down to 2048 pixels and never up', () => {
    expect(fitWithin(4032, 3024, 2048)).toEqual({ width: 2048, height: 1536 });
    expect(fitWithin(300, 9000, 2048)).toEqual({ width: 68, height: 2048 });
    expect(fitWithin(640, 480, 2048)).toEqual({ width: 640, height: 480 });
  });
});

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
    expect(arrivedPaths(uploads.items())).toEqual(['/objects/a', '/objects/b', '/objects/c']);
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
    expect(uploads.items()[0]).toMatchObject({ status: 'failed', sentence: 'The server is resting.' });
    uploads.retry('key-1');
    await turn();
    underWay.get('a')?.finish(stored('a'));
    await uploads.settled();
    expect(uploads.items()[0]).toMatchObject({ status: 'done', sentence: null });
  });

  it('stops one that is taken away, and makes room for the next', async () => {
    const { uploads, underWay, dropped, stopped, turn } = pretended();
    uploads.add([picture('a'), picture('b'), picture('c')]);
    await turn();
    uploads.remove('key-1');
    await turn();
    expect(stopped).toEqual(['a']);
    expect(dropped).toEqual(['blob:a']);
    expect(underWay.has('c')).toBe(true);
    underWay.get('a')?.finish(stored('a'));
    await turn();
    expect(uploads.items().map(({ name }) => name)).toEqual(['b', 'c']);
  });

  it('moves one to another place, and no farther than the ends', () => {
    const { uploads } = pretended();
    uploads.add([picture('a'), picture('b'), picture('c')]);
    uploads.move('key-3', 0);
    expect(uploads.items().map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    uploads.move('key-3', 9);
    expect(uploads.items().map(({ name }) => name)).toEqual(['a', 'b', 'c']);
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
  const uploads = makePhotoUploads(parts, [{ ...stored('a'), caption: 'A loaf' }, stored('b')]);
  await turn();
  expect(uploads.items().map(({ status, previewUrl }) => [status, previewUrl])).toEqual([
    ['done', '/objects/a?w=640'],
    ['done', '/objects/b?w=640'],
  ]);
  uploads.move(uploads.items()[1]?.key ?? '', 0);
  expect(arrivedPaths(uploads.items())).toEqual(['/objects/b', '/objects/a']);
  expect(arrivedCaptions(uploads.items())).toEqual(['', 'A loaf']);
  expect(underWay.size).toBe(0);
  await uploads.settled();
});
