import { deflateSync, gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import {
  claimingJpegSize,
  claimingWebpCanvas,
  endingWithPngChunks,
  jpegSegment,
  pngChunk,
  withJpegSegments,
  withPngChunks,
} from './image-chunks.ts';

/** The marker in every hidden part of a file; no served file may contain it. */
const HIDDEN = '<script>alert("hidden")</script>';
const hidden = Buffer.from(HIDDEN);

export const LEFT = { r: 0xc0, g: 0x39, b: 0x2b };
export const RIGHT = { r: 0x2b, g: 0x59, b: 0xc0 };
export const WIDTH = 64;
export const HEIGHT = 40;

/** Wider than high, red on the left and blue on the right: shows rotation and lost colors. */
const upright = (): Sharp =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: RIGHT } }).composite([
    {
      input: { create: { width: WIDTH / 2, height: HEIGHT, channels: 3, background: LEFT } },
      left: 0,
      top: 0,
    },
  ]);
const pixels = async (): Promise<Sharp> => sharp(await upright().png().toBuffer());
const png = async (): Promise<Buffer> => upright().png().toBuffer();
const jpeg = async (): Promise<Buffer> => upright().jpeg({ quality: 95 }).toBuffer();
const webp = async (): Promise<Buffer> => upright().webp({ quality: 95 }).toBuffer();

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${HIDDEN}</svg>`;
const zip = Buffer.concat([
  Buffer.from('PK\u0003\u0004\u0014\0\0\0\0\0\0\0\0\0', 'latin1'),
  hidden,
  Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1'),
]);
const isoFile = (brand: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}mif1`), hidden]);

/** 50 million pixels of nothing in a few kilobytes. */
function pngBomb(edge: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(edge * (1 + Math.ceil(edge / 8))));
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same picture followed by `frames` more of pure green, as an animated PNG. */
async function animatedPng(frames: number): Promise<Buffer> {
  const still = await png();
  const green = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer();
  const data = green.subarray(green.indexOf('IDAT') + 4, green.indexOf('IEND') - 8);
  const number = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    values.forEach((value, nth) => void bytes.writeUInt32BE(value, nth * 4));
    return bytes;
  };
  const chunks = Array.from({ length: frames }, (_, nth) => [
    pngChunk('fcTL', Buffer.concat([number(2 * nth, WIDTH, HEIGHT, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])])),
    pngChunk('fdAT', Buffer.concat([number(2 * nth + 1), data])),
  ]).flat();
  return endingWithPngChunks(withPngChunks(still, pngChunk('acTL', number(frames, 0))), ...chunks);
}

async function animatedWebp(): Promise<Buffer> {
  const still = await png();
  const green = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer();
  return sharp([still, green, green], { join: { animated: true } })
    .webp({ quality: 95, delay: [50, 50, 50] })
    .toBuffer();
}

function bitmap(): Buffer {
  const file = Buffer.alloc(58);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(58, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(1, 18);
  file.writeInt32LE(1, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

const compressedText = (text: Buffer): Buffer =>
  pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(text)]));
const plainText = (text: Buffer): Buffer =>
  pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), text]));

export type HostileFile = {
  readonly name: string;
  /** The content type its sender claims. */
  readonly type?: string;
  readonly make: () => Promise<Buffer> | Buffer;
};
/** A file that is refused, and words of the error message. */
export type RefusedFile = HostileFile & { readonly sentence: string };
/** A picture that is served without its metadata; `tolerance` is the maximum difference of its colors, of 255. */
export type CleanedFile = HostileFile & {
  readonly hides?: readonly string[];
  readonly tolerance?: number;
};

const NO_PHOTO = "This isn't a photo";
const OTHER_FORMAT = 'this kind of photo';
const DAMAGED = 'damaged or incomplete';
const TOO_MANY = 'more than 40 million pixels';

export const REFUSED_FILES: readonly RefusedFile[] = [
  { name: 'SVG with a script', type: 'image/svg+xml', make: () => Buffer.from(svg), sentence: OTHER_FORMAT },
  {
    name: 'SVG named .jpg',
    make: () => Buffer.from(`<?xml version="1.0"?><!-- a -->${svg}`),
    sentence: OTHER_FORMAT,
  },
  { name: 'page named .jpg', make: () => Buffer.from(`<!doctype html>${HIDDEN}`), sentence: NO_PHOTO },
  { name: 'GIF', type: 'image/gif', make: () => upright().gif().toBuffer(), sentence: OTHER_FORMAT },
  {
    name: 'GIF that is also a script',
    make: () => Buffer.from(`GIF89a=0/*\0\0*/;alert(1)//${HIDDEN}`),
    sentence: OTHER_FORMAT,
  },
  { name: 'PDF', make: () => Buffer.from(`%PDF-1.4\n${HIDDEN}`), sentence: OTHER_FORMAT },
  { name: 'TIFF', type: 'image/tiff', make: () => upright().tiff().toBuffer(), sentence: OTHER_FORMAT },
  {
    name: 'AVIF',
    type: 'image/avif',
    make: () => upright().avif({ effort: 0 }).toBuffer(),
    sentence: OTHER_FORMAT,
  },
  { name: 'BMP', type: 'image/bmp', make: bitmap, sentence: OTHER_FORMAT },
  {
    name: 'HEIC of an iPhone',
    type: 'image/heic',
    make: () => isoFile('heic'),
    sentence: "can't open HEIC photos",
  },
  { name: 'video', type: 'image/jpeg', make: () => isoFile('isom').fill('isom', 16, 24), sentence: NO_PHOTO },
  { name: 'ZIP', make: () => zip, sentence: NO_PHOTO },
  { name: 'gzip bomb', make: () => gzipSync(Buffer.alloc(50_000_000)), sentence: NO_PHOTO },
  { name: 'nothing at all', make: () => Buffer.alloc(0), sentence: 'is empty' },
  { name: 'one byte', make: () => Buffer.from([0xff]), sentence: NO_PHOTO },
  { name: 'text', type: 'text/plain', make: () => Buffer.from('bread and soup'), sentence: NO_PHOTO },
  {
    name: 'truncated JPEG',
    make: async () => (await jpeg()).subarray(0, (await jpeg()).length - 200),
    sentence: DAMAGED,
  },
  { name: 'JPEG head without a body', make: async () => (await jpeg()).subarray(0, 20), sentence: DAMAGED },
  {
    name: 'truncated PNG',
    make: async () => (await png()).subarray(0, (await png()).length - 60),
    sentence: DAMAGED,
  },
  {
    name: 'PNG signature before a page',
    make: async () => Buffer.concat([(await png()).subarray(0, 8), hidden, Buffer.alloc(64)]),
    sentence: DAMAGED,
  },
  { name: 'PNG of 20000 × 20000 pixels', make: () => pngBomb(20_000), sentence: TOO_MANY },
  { name: 'PNG of 7000 × 7000 pixels', make: () => pngBomb(7000), sentence: TOO_MANY },
  {
    name: 'JPEG that claims 20000 × 20000 pixels',
    make: async () => claimingJpegSize(await jpeg(), 20_000, 20_000),
    sentence: TOO_MANY,
  },
  {
    name: 'WebP that lies about its size',
    make: async () => claimingWebpCanvas(await webp(), 16_000, 16_000),
    sentence: DAMAGED,
  },
];

const GPS = { GPSLatitude: '40/1 45/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '73/1 59/1 0/1' };

export const CLEANED_FILES: readonly CleanedFile[] = [
  {
    name: 'JPEG that is also a page, by a comment',
    make: async () => withJpegSegments(await jpeg(), jpegSegment(0xfe, hidden)),
    hides: [HIDDEN],
  },
  {
    name: 'JPEG with a page behind its end',
    make: async () => Buffer.concat([await jpeg(), hidden]),
    hides: [HIDDEN],
  },
  {
    name: 'JPEG that is also a ZIP',
    make: async () => Buffer.concat([await jpeg(), zip]),
    hides: [HIDDEN, 'PK\u0003\u0004'],
  },
  {
    name: 'PNG with a page behind its end',
    type: 'image/png',
    make: async () => Buffer.concat([await png(), hidden]),
    hides: [HIDDEN],
  },
  {
    name: 'JPEG that says where it was taken, and with what',
    make: async () =>
      upright()
        .withExif({ IFD0: { Make: 'HiddenCamera', Artist: 'Ana Bell' }, IFD3: GPS })
        .jpeg({ quality: 95 })
        .toBuffer(),
    hides: ['HiddenCamera', 'Ana Bell', 'Exif'],
  },
  {
    name: 'JPEG with a script in its XMP',
    make: async () =>
      upright()
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${HIDDEN}</x:xmpmeta>`)
        .jpeg({ quality: 95 })
        .toBuffer(),
    hides: [HIDDEN, 'adobe'],
  },
  {
    name: 'JPEG in the colors of a wide screen',
    make: async () => (await pixels()).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
    hides: ['ICC_PROFILE'],
  },
  {
    name: 'JPEG with a color profile that is none',
    make: async () =>
      withJpegSegments(
        await jpeg(),
        jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\u0001\u0001', 'latin1'), hidden])),
      ),
    hides: [HIDDEN],
  },
  {
    name: 'JPEG on its side, by its orientation',
    make: async () =>
      sharp(await (await pixels()).rotate(270).png().toBuffer())
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 95 })
        .toBuffer(),
    hides: ['Exif'],
  },
  {
    name: 'JPEG for print, in CMYK',
    make: async () => (await pixels()).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    hides: ['Adobe'],
    tolerance: 40,
  },
  {
    name: 'PNG of 16 bits a color',
    type: 'image/png',
    make: async () => (await pixels()).toColourspace('rgb16').png().toBuffer(),
    hides: ['IHDR'],
  },
  {
    name: 'PNG with a text inside',
    type: 'image/png',
    make: async () => withPngChunks(await png(), plainText(hidden)),
    hides: [HIDDEN],
  },
  {
    name: 'PNG with a text that swells to 100 MB',
    type: 'image/png',
    make: async () => withPngChunks(await png(), compressedText(Buffer.alloc(100_000_000))),
    hides: ['zTXt'],
  },
  {
    name: 'PNG of five hundred frames',
    type: 'image/png',
    make: () => animatedPng(500),
    hides: ['acTL', 'fdAT'],
  },
  { name: 'animated WebP', type: 'image/webp', make: animatedWebp, hides: ['ANIM', 'ANMF'] },
  {
    name: 'WebP called a JPEG',
    type: 'image/jpeg',
    make: async () => upright().withXmp(`<x>${HIDDEN}</x>`).webp({ quality: 95 }).toBuffer(),
    hides: [HIDDEN],
  },
];
