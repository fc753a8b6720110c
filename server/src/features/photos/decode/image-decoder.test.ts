import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeImage } from './image-decoder.internal.ts';

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
const blank = sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } });

describe('decodeImage', () => {
  it('blocks every loader except JPEG, PNG and WebP', async () => {
    const closed = [
      svg,
      await blank.clone().gif().toBuffer(),
      await blank.clone().tiff().toBuffer(),
      await blank.clone().avif().toBuffer(),
    ];
    for (const bytes of closed) {
      await expect(sharp(bytes).metadata()).rejects.toThrow();
      expect(await decodeImage(bytes)).toBe('other-format');
    }
    await expect(sharp('/etc/hostname.png').metadata()).rejects.toThrow();
    const open = [blank.clone().jpeg(), blank.clone().png(), blank.clone().webp()];
    for (const encoded of open)
      expect(await decodeImage(await encoded.toBuffer())).toMatchObject({ width: 9, height: 9 });
  });

  it('takes the first frame of an animation', async () => {
    const frames = await sharp({
      create: { width: 20, height: 40, channels: 3, background: '#fff', pageHeight: 20 },
    })
      .webp()
      .toBuffer();
    expect(await decodeImage(frames)).toMatchObject({ width: 20, height: 20 });
  });

  it('returns the same bytes for the same file', async () => {
    const file = await blank.clone().jpeg().toBuffer();
    expect(await decodeImage(file)).toEqual(await decodeImage(file));
  });
});
