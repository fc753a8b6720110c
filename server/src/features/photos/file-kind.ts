/** What a file says it is by its first bytes; its name and declared type are its sender's word and count for nothing. */
export type FileKind =
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
/** How far into a text an SVG's first element is looked for. */
const SVG_WITHIN_BYTES = 1024;

/** The kind of an ISO media file from its brands: the major one, then the compatible ones. */
function brandKind(file: Buffer): 'avif' | 'heic' | 'unknown' {
  const end = Math.min(file.length, file.readUInt32BE(0), 256);
  const brands = file.toString('latin1', 8, end);
  if (/avif|avis/.test(brands)) return 'avif';
  return /hei[cxms]|hev[cxms]|mif1|msf1/.test(brands) ? 'heic' : 'unknown';
}

export function fileKind(file: Buffer): FileKind {
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
