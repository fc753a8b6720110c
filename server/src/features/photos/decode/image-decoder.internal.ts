import { PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-limits.ts';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** The limit for decompression bombs; phones downscale before sending. */
export const MAX_PIXELS = 40_000_000;
/** Only malicious files take longer. */
const LONGEST_SECONDS = 20;
/** Pictures taller than this many times their width are scaled down: WebP ends at 16,383 pixels. */
const TALLEST = 4;
const THUMBHASH_EDGE = 100;
const WEBP_QUALITY = 78;

// Blocks every loader but those of the formats that cameras and phones write. HEIC stays blocked too: this build reads
// AVIF only, and takes 700 MB for a picture of a few hundred bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

type Width = (typeof PHOTO_WIDTHS)[number];

export type DecodedImage = {
  readonly width: number;
  readonly height: number;
  /** Base64. */
  readonly thumbhash: string;
  /** WebP by width in pixels. */
  readonly sizes: ReadonlyMap<Width, Buffer>;
};

export type ImageRejection = 'empty' | 'no-picture' | 'other-format' | 'heic' | 'too-many-pixels' | 'damaged';

const DECODED: ReadonlySet<string | undefined> = new Set<FileKind>(['jpeg', 'png', 'webp']);

function refusalByKind(kind: FileKind, byteSize: number): ImageRejection | null {
  if (byteSize === 0) return 'empty';
  if (DECODED.has(kind)) return null;
  if (kind === 'unknown') return 'no-picture';
  return kind === 'heic' ? 'heic' : 'other-format';
}

/**
 * Decodes an uploaded file and encodes it in our sizes, upright, in sRGB and without metadata: the original is never
 * served. Takes the first frame of an animation. Returns the reason if it cannot be decoded.
 */
export async function decodeImage(file: Buffer): Promise<DecodedImage | ImageRejection> {
  const kind = fileKind(file);
  const refusal = refusalByKind(kind, file.length);
  if (refusal) return refusal;
  try {
    const open = (): Sharp => sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const { format } = await open().metadata();
    if (format !== kind) return 'no-picture';
    return await encode(open());
  } catch (error) {
    // sharp throws for every file it cannot decode
    return error instanceof Error && error.message.includes('pixel limit') ? 'too-many-pixels' : 'damaged';
  }
}

async function encode(decoding: Sharp): Promise<DecodedImage> {
  const largest = Math.max(...PHOTO_WIDTHS);
  const upright = await decoding
    .timeout({ seconds: LONGEST_SECONDS })
    .rotate()
    .resize({ ...boxOf(largest), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = upright.info;
  const pixels = (): Sharp => sharp(upright.data, { raw: { width, height, channels } });
  const sizes = new Map<Width, Buffer>();
  for (const edge of PHOTO_WIDTHS)
    sizes.set(
      edge,
      await pixels()
        .resize({ ...boxOf(edge), fit: 'inside', withoutEnlargement: true })
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
}

const boxOf = (width: number): { width: number; height: number } => ({ width, height: width * TALLEST });

/** A file's kind by its first bytes; its name and declared type are not trusted. */
type FileKind =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'avif'
  | 'heic'
  | 'gif'
  | 'tiff'
  | 'bmp'
  | 'pdf'
  | 'svg'
  | 'unknown';

const startsWith = (file: Buffer, bytes: readonly number[], at = 0): boolean =>
  file.length >= at + bytes.length && bytes.every((byte, nth) => file[at + nth] === byte);
const text = (word: string): number[] => [...Buffer.from(word, 'latin1')];

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** How far into a text the root element of an SVG is looked for. */
const SVG_WITHIN_BYTES = 1024;

/** The kind of an ISO media file by its major and compatible brands. */
function brandKind(file: Buffer): 'avif' | 'heic' | 'unknown' {
  const end = Math.min(file.length, file.readUInt32BE(0), 256);
  const brands = file.toString('latin1', 8, end);
  if (/avif|avis/.test(brands)) return 'avif';
  return /hei[cxms]|hev[cxms]|mif1|msf1/.test(brands) ? 'heic' : 'unknown';
}

function fileKind(file: Buffer): FileKind {
  if (startsWith(file, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(file, PNG)) return 'png';
  if (startsWith(file, text('RIFF')) && startsWith(file, text('WEBP'), 8)) return 'webp';
  if (startsWith(file, text('ftyp'), 4)) return brandKind(file);
  if (startsWith(file, text('GIF8'))) return 'gif';
  if (startsWith(file, text('II*\0')) || startsWith(file, text('MM\0*'))) return 'tiff';
  if (startsWith(file, text('BM'))) return 'bmp';
  if (startsWith(file, text('%PDF'))) return 'pdf';
  return /<svg[\s>]/i.test(file.toString('latin1', 0, SVG_WITHIN_BYTES)) ? 'svg' : 'unknown';
}
