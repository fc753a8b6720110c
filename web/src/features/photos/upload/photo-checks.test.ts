import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { downscale, fitWithin } from './use-photo-uploads.ts';
import { photoRejection } from './photo-checks.ts';

const picture = (name: string, bytes = 10, type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type });

describe('which files are photos', () => {
  it.each([
    ['a photo', picture('a.jpg'), 0, null],
    ["an iPhone's photo that the browser does not know", picture('a.HEIC', 10, ''), 0, null],
    ['a photo whose type the file manager does not know', picture('a.jpg', 10, ''), 0, null],
    ['a photo of 30 MB, which is made smaller', picture('a.jpg', 30_000_000), 0, null],
    ['more than a phone has room for', picture('a.jpg', 100_000_001), 0, 'too-big'],
    ['a document', picture('a.pdf', 10, 'application/pdf'), 0, 'not-a-photo'],
    ['a drawing with scripts inside', picture('a.svg', 10, 'image/svg+xml'), 0, 'not-a-photo'],
    ['nothing at all', picture('a.jpg', 0), 0, 'empty'],
    ['a sixth', picture('a.jpg'), 5, 'too-many'],
  ] as const)('%s', (_, file, taken, refusal) => {
    expect(photoRejection(file, taken)).toBe(refusal);
  });
});

describe('making a photo smaller', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  /** A browser that decodes pictures of 4000 × 3000 pixels, encodes `bytes` bytes, and gives out what was drawn. */
  function pretendBrowser(bytes: number, givenOut: (color: number) => number = (color) => color): void {
    const colors: string[] = [];
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => {} }));
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      set fillStyle(color: string) {
        colors.push(color);
      },
      fillRect: () => {},
      drawImage: () => {},
      getImageData: (x: number) => ({
        data: (colors[x < 16 ? 0 : 1]?.match(/\d+/g) ?? []).map((channel) => givenOut(Number(channel))),
      }),
    } as unknown as ReturnType<HTMLCanvasElement['getContext']>);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((tell) =>
      tell(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })),
    );
  }

  it('scales down to 2048 pixels and never up', () => {
    expect(fitWithin(4032, 3024, 2048)).toEqual({ width: 2048, height: 1536 });
    expect(fitWithin(300, 9000, 2048)).toEqual({ width: 68, height: 2048 });
    expect(fitWithin(640, 480, 2048)).toEqual({ width: 640, height: 480 });
  });

  it.each([
    ['the smaller of two', picture('a.jpg', 100), 60, 60],
    ['the photo as it is, when nothing is gained', picture('a.jpg', 100), 160, 100],
    ['a larger one that the server can read', picture('a.heic', 100, 'image/heic'), 160, 160],
    ['a larger one of an unknown type', picture('a.heic', 100, ''), 160, 160],
  ])('uploads %s', async (_case, file, encodedBytes, sentBytes) => {
    pretendBrowser(encodedBytes);
    expect((await downscale(file)).size).toBe(sentBytes);
  });

  it('uploads the original where the browser gives out noise, but not for noise that nobody sees', async () => {
    const file = picture('a.jpg', 100);
    pretendBrowser(60, () => 128);
    expect(await downscale(file)).toBe(file);
    pretendBrowser(60, (color) => color + 1);
    expect((await downscale(file)).size).toBe(60);
  });

  it('uploads the original if the browser never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const file = picture('a.jpg', 100);
    vi.stubGlobal('createImageBitmap', () => new Promise(() => {}));
    const uploaded = downscale(file);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await uploaded).toBe(file);
  });

  it('uploads the original if the browser cannot decode it', async () => {
    pretendBrowser(60);
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    const shown = vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('no'));
    const file = picture('a.heic', 100, 'image/heic');
    expect(await downscale(file)).toBe(file);
    // some show what they make no bitmap of
    shown.mockResolvedValue();
    expect((await downscale(file)).size).toBe(60);
  });
});
