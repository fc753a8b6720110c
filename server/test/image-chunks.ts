import { crc32 } from 'node:zlib';

/** One chunk of a PNG: length, type, data, checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** The PNG with more chunks after its header, where metadata of the whole picture belongs. */
export function withPngChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const headerEnd = 8 + 25;
  return Buffer.concat([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)]);
}

/** The PNG with more chunks before its last one. */
export function endingWithPngChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), ...chunks, png.subarray(end)]);
}

/** One segment of a JPEG, such as a comment (0xfe). */
export function jpegSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The JPEG with more segments after its first two bytes. */
export const withJpegSegments = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** The JPEG with a frame header that claims another size. */
export function claimingJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(jpeg);
  const frame = lying.indexOf(Buffer.from([0xff, 0xc0]));
  lying.writeUInt16BE(height, frame + 5);
  lying.writeUInt16BE(width, frame + 7);
  return lying;
}

/** The WebP in extended form, whose canvas claims this size. */
export function claimingWebpCanvas(webp: Buffer, width: number, height: number): Buffer {
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X', 0, 'latin1');
  canvas.writeUInt32LE(10, 4);
  canvas.writeUIntLE(width - 1, 12, 3);
  canvas.writeUIntLE(height - 1, 15, 3);
  const lying = Buffer.concat([webp.subarray(0, 12), canvas, webp.subarray(12)]);
  lying.writeUInt32LE(lying.length - 8, 4);
  return lying;
}
