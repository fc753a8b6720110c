import { requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HttpError, NetworkError } from '#web/lib/http-error.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { withResolvers } from '#web/testing/with-resolvers.ts';
import { uploadFailureOf, uploadPhoto } from './upload-photo.ts';

const file = new Blob(['photo'], { type: 'image/jpeg' });
const photo = {
  objectPath: '/objects/0198a0aa-0000-7000-8000-000000000001',
  thumbhash: null,
  width: 4,
  height: 3,
  caption: '',
};
const uploadURL = new URL('/api/objects/put?token=t', window.location.href).href;

/** Answers the PUTs of the file with these statuses in turn; 0 is no response. */
function answerPuts(...statuses: number[]) {
  const arrived: string[] = [];
  api.use(
    http.put('*/api/objects/put', async ({ request }) => {
      const status = statuses.shift() ?? 200;
      if (status === 0) return HttpResponse.error();
      arrived.push(await request.text());
      return new HttpResponse(null, { status });
    }),
  );
  return arrived;
}

function sending() {
  const waits: number[] = [];
  const controller = new AbortController();
  const settings = {
    signal: controller.signal,
    onProgress: () => {},
    wait: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
  return { waits, controller, settings };
}

it('sends the file by the name of the page, whatever name the server has', async () => {
  const sent: string[] = [];
  reply(requestUpload, { uploadURL: 'https://food.example/api/objects/put?token=t' });
  api.use(
    http.put('*/api/objects/put', ({ request }) => {
      sent.push(request.url);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  reply(storePhoto, photo);
  await uploadPhoto(file, sending().settings);
  expect(sent).toEqual([uploadURL]);
});

describe('the message for a photo that failed', () => {
  const refusal = (status: number, message = 'Because.') =>
    new HttpError(status, JSON.stringify({ code: 'c', message }), '');
  it.each([
    ['no connection', new NetworkError('x'), "once you're back online", 'when-online'],
    ['no picture', refusal(422), 'Because.', 'never'],
    ['too large', refusal(413), 'Because.', 'never'],
    ['the day is full', refusal(429), 'Because.', 'on-request'],
    ['the server is busy', refusal(503), 'Because.', 'on-request'],
    ['a fault of ours', new Error('x'), 'Something went wrong on our side', 'on-request'],
  ])('%s', (_case, error, words, again) => {
    const failure = uploadFailureOf(error);
    expect(failure.message).toContain(words);
    expect(failure.retry).toBe(again);
  });
});

describe('uploading a photo', () => {
  it('requests an address, puts the file there and has it processed', async () => {
    reply(requestUpload, { uploadURL });
    const puts = answerPuts(200);
    const stores = reply(storePhoto, photo);
    const { settings, waits } = sending();
    expect(await uploadPhoto(file, settings)).toEqual(photo);
    expect(puts).toEqual(['photo']);
    expect(stores.map(({ body }) => body)).toEqual([{ imageURL: uploadURL }]);
    expect(waits).toEqual([]);
  });

  it('tries again after 1, 3 and 5 s, then gives up with the last error', async () => {
    reply(requestUpload, { uploadURL });
    answerPuts(503, 0, 503, 503);
    replyError(storePhoto, 422, { code: 'check-fields', message: 'This is not an upload address of ours' });
    const { settings, waits } = sending();
    await expect(uploadPhoto(file, settings)).rejects.toMatchObject({ status: 503 });
    expect(waits).toEqual([1000, 3000, 5000]);
  });

  it('does not send a file again that has arrived', async () => {
    reply(requestUpload, { uploadURL });
    const puts = answerPuts(200, 200);
    let tries = 0;
    api.use(
      http.put('*/api/food-images', () => {
        tries += 1;
        return tries === 1 ? new HttpResponse(null, { status: 503 }) : HttpResponse.json(photo);
      }),
    );
    const { settings } = sending();
    expect(await uploadPhoto(file, settings)).toEqual(photo);
    expect(puts).toHaveLength(1);
  });

  it('does not send a file again if its response was lost and the server has it', async () => {
    reply(requestUpload, { uploadURL });
    const puts = answerPuts(0);
    const stores = reply(storePhoto, photo);
    const { settings, waits } = sending();
    expect(await uploadPhoto(file, settings)).toEqual(photo);
    expect([puts.length, stores.length, waits]).toEqual([0, 1, [1000]]);
  });

  it('sends a file again if the server does not have it', async () => {
    const asked = reply(requestUpload, { uploadURL });
    const puts = answerPuts(0, 200);
    let stores = 0;
    api.use(
      http.put('*/api/food-images', () => {
        stores += 1;
        return stores === 1
          ? HttpResponse.json({ code: 'check-fields', message: 'No.' }, { status: 422 })
          : HttpResponse.json(photo);
      }),
    );
    const { settings, waits } = sending();
    expect(await uploadPhoto(file, settings)).toEqual(photo);
    expect([puts.length, asked.length, waits]).toEqual([1, 2, [1000]]);
  });

  it('waits as long as a busy server asks for, but not until the next day', async () => {
    reply(requestUpload, { uploadURL });
    answerPuts(200);
    const answers = [
      { status: 503, headers: { 'Retry-After': '5' } },
      { status: 429, headers: { 'Retry-After': '2' } },
      { status: 429, headers: { 'Retry-After': '40000' } },
    ];
    api.use(http.put('*/api/food-images', () => new HttpResponse(null, answers.shift())));
    const { settings, waits } = sending();
    await expect(uploadPhoto(file, settings)).rejects.toMatchObject({ status: 429 });
    expect(waits).toEqual([5000, 3000]);
  });

  it('takes a line on which nothing moves for a minute for a lost one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    reply(requestUpload, { uploadURL });
    const isSent = withResolvers<void>();
    api.use(
      http.put('*/api/objects/put', () => {
        isSent.resolve();
        return new Promise<never>(() => {});
      }),
    );
    reply(storePhoto, photo);
    const uploaded = uploadPhoto(file, sending().settings);
    await isSent.promise;
    await vi.advanceTimersByTimeAsync(60_000);
    // the file had arrived
    expect(await uploaded).toEqual(photo);
  });

  it('does not retry an upload that the server rejects', async () => {
    reply(requestUpload, { uploadURL });
    answerPuts(200);
    replyError(storePhoto, 422, { code: 'not-a-picture', message: 'We could not read this picture.' });
    const { settings, waits } = sending();
    const error = await uploadPhoto(file, settings).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 422, userMessage: 'We could not read this picture.' });
    expect(waits).toEqual([]);
  });

  it('says that the device does not give out the file any more, and not that the server is away', async () => {
    reply(requestUpload, { uploadURL });
    answerPuts(0);
    const { settings, waits } = sending();
    const gone = new Blob(['photo']);
    vi.spyOn(gone, 'slice').mockReturnValue({
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    } as unknown as Blob);
    const error = await uploadPhoto(gone, settings).catch((reason: unknown) => reason);
    expect(uploadFailureOf(error)).toMatchObject({
      message: expect.stringMatching(/choose it again/),
      retry: 'never',
    });
    expect(waits).toEqual([]);
  });

  it('stops when aborted, also between two tries', async () => {
    reply(requestUpload, { uploadURL });
    const puts = answerPuts(503, 200);
    const { settings, controller } = sending();
    const wait = () => {
      controller.abort();
      return Promise.resolve();
    };
    await expect(uploadPhoto(file, { ...settings, wait })).rejects.toMatchObject({ name: 'AbortError' });
    expect(puts).toHaveLength(1);
  });
});
