import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { MAX_PHOTO_BYTES } from '@openlarder/domain/photos/photo-limits.ts';
import { describe, expect, it } from 'vitest';
import { uploadedCaptions, uploadedPaths, uploadedPhotos } from './photo-list.ts';
import { createPhotoUploads, type UploadFunctions } from './photo-uploads.ts';

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

/** Uploads that the test completes. */
function setUp(photos: readonly Photo[] = []) {
  const running = new Map<string, { finish: (photo: Photo) => void; fail: (error: Error) => void }>();
  const dropped: string[] = [];
  const stopped: string[] = [];
  let keys = 0;
  const functions: UploadFunctions = {
    downscale: (file) => Promise.resolve(file),
    upload: (file, { signal, onProgress }) =>
      new Promise((finish, fail) => {
        const name = file instanceof File ? file.name : '';
        signal.addEventListener('abort', () => stopped.push(name));
        onProgress(0.5);
        running.set(name, { finish, fail });
      }),
    failureOf: (error) => {
      const message = error instanceof Error ? error.message : 'unknown';
      return { message, retry: message === NOT_A_PHOTO ? 'never' : 'when-online' };
    },
    tooBigMessage: (name) => `${name} is too big.`,
    missingMessage: () => 'It is gone.',
    makeKey: () => `key-${++keys}`,
    createPreview: (file) => `blob:${file.name}`,
    revokePreview: (url) => dropped.push(url),
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { functions, uploads: createPhotoUploads(functions, photos), running, dropped, stopped, turn };
}

describe('photo uploads', () => {
  it('run two at a time and keep their order', async () => {
    const { uploads, running, turn } = setUp();
    uploads.add([picture('a'), picture('b'), picture('c')]);
    await turn();
    expect([...running.keys()]).toEqual(['a', 'b']);
    expect(uploads.items().map(({ status, progress }) => [status, progress])).toEqual([
      ['sending', 0.5],
      ['sending', 0.5],
      ['waiting', 0],
    ]);
    running.get('b')?.finish(stored('b'));
    await turn();
    running.get('c')?.finish(stored('c'));
    running.get('a')?.finish(stored('a'));
    await uploads.settled();
    expect(uploadedPaths(uploads.items())).toEqual(['/objects/a', '/objects/b', '/objects/c']);
  });

  it('take five and report the rest', () => {
    const { uploads } = setUp();
    const files = ['1', '2', '3', '4', '5', '6'].map((name) => picture(name));
    expect(uploads.add(files)).toEqual([{ file: files[5], why: 'too-many' }]);
    expect(uploads.items()).toHaveLength(5);
  });

  it('measure a photo only once it is smaller, and say so of one that stays too big', async () => {
    const { functions, running, turn } = setUp();
    const weighing = (size: number) => Object.defineProperty(picture('b'), 'size', { value: size });
    const uploads = createPhotoUploads({
      ...functions,
      downscale: async ({ name }) => weighing(MAX_PHOTO_BYTES + (name === 'a.dng' ? 1 : 0)),
    });
    uploads.add([picture('a.dng'), weighing(30_000_000)]);
    await turn();
    expect(uploads.items().map(({ status, failure }) => [status, failure])).toEqual([
      ['failed', { message: 'a.dng is too big.', retry: 'never' }],
      ['sending', null],
    ]);
    expect(running.size).toBe(1);
  });

  it('keep a failed photo with the reason, and upload it again on request', async () => {
    const { uploads, running, turn } = setUp();
    uploads.add([picture('a')]);
    await turn();
    running.get('a')?.fail(new Error('The server is resting.'));
    await uploads.settled();
    expect(uploads.items()[0]).toMatchObject({
      status: 'failed',
      failure: { message: 'The server is resting.' },
    });
    uploads.retry('key-1');
    await turn();
    running.get('a')?.finish(stored('a'));
    await uploads.settled();
    expect(uploads.items()[0]).toMatchObject({ status: 'done', failure: null });
  });

  it('abort a removed photo and start the next', async () => {
    const { uploads, running, stopped, turn } = setUp();
    uploads.add([picture('a'), picture('b'), picture('c')]);
    await turn();
    uploads.remove('key-1');
    await turn();
    expect(stopped).toEqual(['a']);
    expect(running.has('c')).toBe(true);
    running.get('a')?.finish(stored('a'));
    await turn();
    expect(uploads.items().map(({ name }) => name)).toEqual(['b', 'c']);
  });

  it('restore the last removed photo at its place, and upload it again if it was not done', async () => {
    const { uploads, running, dropped, turn } = setUp();
    uploads.add([picture('a'), picture('b')]);
    await turn();
    running.get('a')?.finish(stored('a'));
    await turn();
    uploads.setCaption('key-1', 'Rye bread');
    uploads.remove('key-1');
    expect(uploads.state.get().lastRemoved?.name).toBe('a');
    uploads.undoRemove();
    expect(uploads.state.get().lastRemoved).toBeNull();
    expect(uploads.items()[0]).toMatchObject({ name: 'a', status: 'done', caption: 'Rye bread' });
    uploads.remove('key-2');
    uploads.undoRemove();
    await turn();
    expect(uploads.items()[1]).toMatchObject({ name: 'b', status: 'sending' });
    running.get('b')?.finish(stored('b'));
    await uploads.settled();
    expect(uploadedPaths(uploads.items())).toEqual(['/objects/a', '/objects/b']);
    expect(dropped).toEqual([]);
  });

  it('can restore one removal at a time, until another photo takes its place', () => {
    const { uploads, dropped } = setUp();
    uploads.add(['1', '2', '3', '4', '5'].map((name) => picture(name)));
    uploads.remove('key-1');
    uploads.remove('key-2');
    expect(dropped).toEqual(['blob:1']);
    uploads.add([picture('6'), picture('7')]);
    expect(dropped).toEqual(['blob:1', 'blob:2']);
    uploads.undoRemove();
    expect(uploads.items().map(({ name }) => name)).toEqual(['3', '4', '5', '6', '7']);
    uploads.remove('key-7');
    uploads.dropRemoved();
    uploads.undoRemove();
    expect(uploads.items()).toHaveLength(4);
  });

  it('move a photo, no further than the ends', () => {
    const { uploads } = setUp();
    uploads.add([picture('a'), picture('b'), picture('c')]);
    uploads.move('key-3', 0);
    expect(uploads.items().map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    uploads.move('key-3', 9);
    expect(uploads.items().map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('retry by themselves when the network is back', async () => {
    const { uploads, running, turn } = setUp();
    uploads.add([picture('a'), picture('b')]);
    await turn();
    running.get('a')?.fail(new Error('No line.'));
    running.get('b')?.fail(new Error(NOT_A_PHOTO));
    await uploads.settled();
    uploads.retryOffline();
    await turn();
    expect(uploads.items().map(({ status }) => status)).toEqual(['sending', 'failed']);
    running.get('a')?.finish(stored('a'));
    await uploads.settled();
    expect(uploadedPaths(uploads.items())).toEqual(['/objects/a']);
  });

  it('return captions in the order of the uploaded photos', async () => {
    const { uploads, running, turn } = setUp();
    uploads.add([picture('a'), picture('b'), picture('c')]);
    uploads.setCaption('key-1', 'Bread');
    uploads.setCaption('key-2', 'Lost on the way');
    uploads.setCaption('key-3', ' Soup ');
    uploads.move('key-3', 0);
    await turn();
    running.get('b')?.fail(new Error(NOT_A_PHOTO));
    running.get('a')?.finish(stored('a'));
    await turn();
    running.get('c')?.finish(stored('c'));
    await uploads.settled();
    expect(uploadedPaths(uploads.items())).toEqual(['/objects/c', '/objects/a']);
    expect(uploadedCaptions(uploads.items())).toEqual(['Soup', 'Bread']);
  });

  it('start with the photos of a listing or a draft, at most five', async () => {
    const photos = ['1', '2', '3', '4'].map((name) => ({ ...stored(name), caption: `Shows ${name}` }));
    const { uploads, dropped } = setUp(photos);
    await uploads.settled();
    expect(uploadedPhotos(uploads.items())).toEqual(photos);
    uploads.addUploaded([stored('2'), stored('5'), stored('6')]);
    expect(uploadedPaths(uploads.items())).toEqual(
      ['1', '2', '3', '4', '5'].map((name) => `/objects/${name}`),
    );
    // a photo that was purged is left out
    uploads.markMissing('/objects/3');
    expect(uploadedCaptions(uploads.items())).toEqual(['Shows 1', 'Shows 2', 'Shows 4', '']);
    expect(uploads.items()[2]).toMatchObject({
      status: 'failed',
      failure: { message: 'It is gone.', retry: 'never' },
    });
    uploads.clear();
    expect(dropped).toEqual([]);
  });

  it('release everything when the form unmounts', async () => {
    const { uploads, dropped, stopped, turn } = setUp();
    uploads.add([picture('a'), picture('b')]);
    await turn();
    uploads.clear();
    await uploads.settled();
    expect([uploads.items(), stopped, dropped]).toEqual([[], ['a', 'b'], ['blob:a', 'blob:b']]);
  });
});

it('start with stored photos, which need no upload', async () => {
  const { functions, turn, running } = setUp();
  const uploads = createPhotoUploads(functions, [{ ...stored('a'), caption: 'A loaf' }, stored('b')]);
  await turn();
  expect(uploads.items().map(({ status, previewUrl }) => [status, previewUrl])).toEqual([
    ['done', '/objects/a?w=640'],
    ['done', '/objects/b?w=640'],
  ]);
  uploads.move(uploads.items()[1]?.key ?? '', 0);
  expect(uploadedPaths(uploads.items())).toEqual(['/objects/b', '/objects/a']);
  expect(uploadedCaptions(uploads.items())).toEqual(['', 'A loaf']);
  expect(running.size).toBe(0);
  await uploads.settled();
});
