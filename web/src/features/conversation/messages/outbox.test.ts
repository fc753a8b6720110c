import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { expect, it } from 'vitest';
import { createPhotoUploads, type PhotoUploads } from '#web/features/photos/upload/photo-uploads.ts';
import { aMessage } from '#web/testing/samples.ts';
import { createOutbox, type KeptMessage } from './outbox.ts';

const HERE = 'here';
type Try = { readonly content: string; readonly photo: string | null; readonly key: string };

/** An outbox whose attempts the test answers, one at a time. */
function setUp(
  reloaded: {
    readonly kept?: readonly KeptMessage[];
    readonly photos?: ReadonlyMap<string, PhotoUploads>;
    readonly nowMs?: number;
  } = {},
) {
  const stored = { kept: reloaded.kept ?? [] };
  const tries: Try[] = [];
  const answers: { resolve: (message: Message) => void; reject: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  const arrived: string[] = [];
  let keys = 0;
  const outbox = createOutbox({
    kept: stored.kept,
    keep: (kept) => {
      stored.kept = kept;
    },
    restorePhoto: (_, { key }) => reloaded.photos?.get(key) ?? photos().uploads,
    nowMs: () => reloaded.nowMs ?? 0,
    send: (_, { content, photo }, key) => {
      tries.push({ content, photo, key });
      return new Promise((resolve, reject) => {
        answers.push({ resolve, reject });
      });
    },
    onSent: (message) => arrived.push(message.content),
    onFailed: (error) => failures.push(error),
    isRefused: (error) => error instanceof RangeError,
    failureReason: () => null,
    createKey: () => `key ${(keys += 1)}`,
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const last = () => {
    const answer = answers.at(-1);
    if (!answer) throw new Error('Nothing was sent');
    return answer;
  };
  const succeed = async () => {
    last().resolve(aMessage({ content: tries.at(-1)?.content ?? '' }));
    await settle();
  };
  const fail = async (error = new Error('away')) => {
    last().reject(error);
    await settle();
  };
  const say = (content: string, photo: Parameters<typeof outbox.send>[1]['photo'] = null) =>
    outbox.send(HERE, { content, photo });
  const states = () => outbox.outgoing(HERE).map(({ content, state }) => [content, state]);
  return { outbox, stored, tries, arrived, failures, succeed, fail, say, states, settle };
}

/** Photo uploads that the test completes. */
function photos(files = [new File(['x'], 'x.jpg', { type: 'image/jpeg' })]) {
  const ends: { resolve: (photo: Photo) => void; reject: (error: Error) => void }[] = [];
  let retry: 'on-request' | 'never' = 'on-request';
  const dropped: string[] = [];
  const uploads = createPhotoUploads({
    downscale: (file) => Promise.resolve(file),
    upload: () =>
      new Promise((resolve, reject) => {
        ends.push({ resolve, reject });
      }),
    failureOf: () => ({ message: 'No picture.', retry }),
    tooBigMessage: String,
    missingMessage: () => '',
    makeKey: () => 'photo',
    createPreview: () => 'blob:here',
    revokePreview: (url) => dropped.push(url),
  });
  uploads.add(files);
  const photo: Photo = { objectPath: '/objects/x', thumbhash: null, width: 4, height: 3, caption: '' };
  return {
    uploads,
    dropped,
    arrive: () => ends.at(-1)?.resolve(photo),
    fail: (how: typeof retry) => {
      retry = how;
      ends.at(-1)?.reject(new Error('no'));
    },
  };
}

it('sends messages one after the other, in order', async () => {
  const { say, tries, states, succeed, arrived } = setUp();
  say('one');
  say('two');
  expect(tries.map(({ content }) => content)).toEqual(['one']);
  expect(states()).toEqual([
    ['one', 'sending'],
    ['two', 'waiting'],
  ]);
  await succeed();
  await succeed();
  expect(arrived).toEqual(['one', 'two']);
  expect(states()).toEqual([]);
});

it('fails waiting messages with the one before, and retries all in order with their keys', async () => {
  const { say, outbox, tries, states, succeed, fail, arrived, failures } = setUp();
  say('one');
  say('two');
  await fail();
  expect(states()).toEqual([
    ['one', 'failed'],
    ['two', 'failed'],
  ]);
  expect(failures).toHaveLength(1);
  outbox.retry(HERE, 'key 2');
  await succeed();
  await succeed();
  expect(arrived).toEqual(['one', 'two']);
  expect(tries.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 2']);
});

it('sends failed messages once there is a connection: in order, under their keys, none twice or once discarded', async () => {
  const { say, outbox, tries, states, succeed, fail, arrived } = setUp();
  say('one');
  say('two');
  say('never mind');
  await fail();
  outbox.discard(HERE, 'key 3');
  outbox.retryAll();
  outbox.retryAll();
  await succeed();
  await succeed();
  outbox.retryAll();
  expect(arrived).toEqual(['one', 'two']);
  expect(tries.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 2']);
  expect(states()).toEqual([]);
});

it('sends failed messages before a new one', async () => {
  const { say, succeed, fail, arrived } = setUp();
  say('one');
  await fail();
  say('two');
  await succeed();
  await succeed();
  expect(arrived).toEqual(['one', 'two']);
});

it('continues after a refused message, which can be recalled', async () => {
  const { say, outbox, states, succeed, fail, arrived } = setUp();
  say('bad');
  say('good');
  await fail(new RangeError('too long'));
  await succeed();
  expect(arrived).toEqual(['good']);
  expect(states()).toEqual([['bad', 'refused']]);
  say('more');
  await succeed();
  expect(arrived).toEqual(['good', 'more']);
  expect(outbox.recall(HERE, 'key 1')?.content).toBe('bad');
  expect(states()).toEqual([]);
});

it('waits for the photo’s upload and sends its path', async () => {
  const { say, outbox, tries, succeed, settle } = setUp();
  const photo = photos();
  say('look', photo.uploads);
  say('after');
  await settle();
  expect(tries).toEqual([]);
  photo.arrive();
  await settle();
  expect(tries).toEqual([{ content: 'look', photo: '/objects/x', key: 'key 1' }]);
  expect(outbox.recall(HERE, 'key 1')).toBeNull();
  await succeed();
  expect(photo.dropped).toEqual(['blob:here']);
  await succeed();
  expect(tries.map(({ content }) => content)).toEqual(['look', 'after']);
});

it('keeps a message whose upload failed, and uploads again on retry', async () => {
  const { say, outbox, tries, states, settle, succeed, arrived } = setUp();
  const photo = photos();
  say('look', photo.uploads);
  await settle();
  photo.fail('on-request');
  await settle();
  expect(states()).toEqual([['look', 'failed']]);
  expect(tries).toEqual([]);
  outbox.retry(HERE, 'key 1');
  await settle();
  photo.arrive();
  await settle();
  await succeed();
  expect(arrived).toEqual(['look']);
});

it('recalls a message during the upload, and does not send it', async () => {
  const { say, outbox, tries, states, settle } = setUp();
  const photo = photos();
  say('look', photo.uploads);
  await settle();
  expect(outbox.recall(HERE, 'key 1')).toMatchObject({ content: 'look', photo: photo.uploads });
  photo.arrive();
  await settle();
  expect(tries).toEqual([]);
  expect(states()).toEqual([]);
});

it('does not send an empty message', () => {
  const { say, tries } = setUp();
  expect(say(' \n ')).toBe(false);
  expect(tries).toEqual([]);
});

it('keeps unsent messages for a reload, and sends them under their first keys, in order', async () => {
  const before = setUp();
  before.say('One');
  before.say('Two');
  before.say('Look', photos().uploads);
  await before.fail();
  expect(before.stored.kept).toEqual([
    { conversationId: HERE, key: 'key 1', writtenAtMs: 0, content: 'One' },
    { conversationId: HERE, key: 'key 2', writtenAtMs: 0, content: 'Two' },
    {
      conversationId: HERE,
      key: 'key 3',
      writtenAtMs: 0,
      content: 'Look',
      photo: { key: 'photo', uploaded: null },
    },
  ]);
  const photo = photos();
  const after = setUp({
    kept: before.stored.kept,
    photos: new Map([['photo', photo.uploads]]),
    nowMs: DAY_MS - 1,
  });
  expect(after.tries).toEqual([]);
  after.outbox.retryAll();
  await after.succeed();
  await after.succeed();
  photo.arrive();
  await after.settle();
  // from now on the same photo: the server may have this message
  expect(after.stored.kept).toMatchObject([{ photo: { uploaded: { objectPath: '/objects/x' } } }]);
  await after.succeed();
  expect(after.tries).toEqual([
    { content: 'One', photo: null, key: 'key 1' },
    { content: 'Two', photo: null, key: 'key 2' },
    { content: 'Look', photo: '/objects/x', key: 'key 3' },
  ]);
  expect(after.stored.kept).toEqual([]);
});

it('sends no text without its photo if that is gone', async () => {
  const photo = { key: 'photo', uploaded: null };
  const kept = [{ conversationId: HERE, key: 'key 1', writtenAtMs: 0, content: 'Look', photo }];
  const { outbox, tries, settle, failures } = setUp({
    kept,
    photos: new Map([['photo', photos([]).uploads]]),
  });
  outbox.retryAll();
  await settle();
  expect(tries).toEqual([]);
  expect(failures).toMatchObject([{ isFinal: true, failure: null }]);
  expect(outbox.outgoing(HERE)).toMatchObject([{ content: 'Look' }]);
});

it('sends messages of a day ago only on request', async () => {
  const kept = [{ conversationId: HERE, key: 'old', writtenAtMs: 0, content: 'On my way' }];
  const { outbox, tries, states, succeed, stored } = setUp({ kept, nowMs: DAY_MS });
  outbox.retryAll();
  expect(tries).toEqual([]);
  expect(states()).toEqual([['On my way', 'refused']]);
  outbox.retry(HERE, 'old');
  await succeed();
  expect(stored.kept).toEqual([]);
});

it('sends messages that failed a day ago only on request, also where the page stays open', async () => {
  const clock = { nowMs: 0 };
  const { outbox, tries, states, fail, say } = setUp(clock);
  say('On my way');
  await fail();
  clock.nowMs = DAY_MS;
  outbox.retryAll();
  expect(states()).toEqual([['On my way', 'refused']]);
  expect(tries).toHaveLength(1);
});
