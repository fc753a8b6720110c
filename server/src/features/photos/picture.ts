import { PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-contract.ts';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** A decoding bomb ends here: no phone takes larger pictures. */
const MAX_PIXELS = 40_000_000;
const THUMBHASH_EDGE = 100;
const WEBP_QUALITY = 78;

// every loader is closed but those of the formats cameras and phones write
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

export type Picture = {
  readonly width: number;
  readonly height: number;
  /** Base64. */
  readonly thumbhash: string;
  /** WebP by width in pixels. */
  readonly sizes: ReadonlyMap<(typeof PHOTO_WIDTHS)[number], Buffer>;
};

const FORMATS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp', 'heif']);

/**
 * Decodes what a person sent and encodes it anew in our sizes, upright and without any of its metadata: nothing of
 * the file itself is ever served. Null when it is no picture we can show.
 */
export async function readPicture(file: Buffer): Promise<Picture | null> {
  try {
    const open = (): Sharp => sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const { format } = await open().metadata();
    if (!FORMATS.has(format)) return null;
    const upright = await open()
      .rotate()
      .resize({ width: Math.max(...PHOTO_WIDTHS), withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = upright.info;
    const pixels = (): Sharp => sharp(upright.data, { raw: { width, height, channels } });
    const sizes = new Map<(typeof PHOTO_WIDTHS)[number], Buffer>();
    for (const edge of PHOTO_WIDTHS)
      sizes.set(
        edge,
        await pixels()
          .resize({ width: edge, withoutEnlargement: true })
          .webp({ quality: WEBP_QUALITY })
          .toBuffer(),
      );
    const tiny = await pixels()
      .resize(THUMBHASH_EDGE, THUMBHASH_EDGE, { fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const thumbhash = Buffer.from(rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data)).toString(
      'base64',
    );
    return { width, height, thumbhash, sizes };
  } catch {
    // sharp throws for whatever it cannot decode; the person is told the same in each case
    return null;
  }
}
