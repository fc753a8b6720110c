import { Compression, type Header, PMTiles, SharedPromiseCache, type Source, TileType } from 'pmtiles';

/** What an archive may ask of the browser; a dense tile of a city has a tenth of it. */
const MAX_PACKED_BYTES = 2_000_000;
const MAX_BYTES = 4_000_000;
const MAX_WAIT_MS = 20_000;
const MAX_ZOOM = 16;

/** Unpacks directories and tiles; throws as soon as they become too large. */
async function unpack(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return packed;
  if (compression !== Compression.Gzip)
    throw new Error(`The archive's compression ${compression} is unknown`);
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, unpacked) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error('A part of the archive is too large');
      unpacked.enqueue(chunk);
    },
  });
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked.pipeThrough(limit)).arrayBuffer();
}

/** Reads ranges of a file on a web server. */
function rangesOf(url: string): Source {
  return {
    getKey: () => url,
    async getBytes(offset, length) {
      if (!(offset >= 0 && length > 0 && length <= MAX_PACKED_BYTES))
        throw new Error('The archive is damaged');
      const reply = await fetch(url, {
        headers: { range: `bytes=${offset}-${offset + length - 1}` },
        signal: AbortSignal.timeout(MAX_WAIT_MS),
      });
      // a whole file instead of its range would be as large as a city
      if (reply.status !== 206) {
        void reply.body?.cancel();
        throw new Error(`The archive answered ${reply.status}`);
      }
      return { data: await reply.arrayBuffer() };
    },
  };
}

export type TileArchive = {
  readonly header: Header;
  /** The unpacked bytes of a tile; null if the archive has none there. */
  readonly read: (z: number, x: number, y: number) => Promise<ArrayBuffer | null>;
};

/** Opens an archive of vector tiles. Rejects if it is missing, damaged, or holds anything else. */
export async function openArchive(source: string | Source): Promise<TileArchive> {
  const from = typeof source === 'string' ? rangesOf(source) : source;
  const archive = new PMTiles(from, new SharedPromiseCache(100, undefined, unpack), unpack);
  const header = await archive.getHeader();
  const { tileType, minZoom, maxZoom } = header;
  if (tileType !== TileType.Mvt) throw new Error('The archive holds no vector tiles');
  if (!(minZoom <= maxZoom && maxZoom <= MAX_ZOOM)) throw new Error('The archive is damaged');
  return { header, read: async (z, x, y) => (await archive.getZxy(z, x, y))?.data ?? null };
}
