/** What reads QR codes in a picture of the camera. */
type Detector = {
  readonly detect: (image: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
};
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector;
  readonly getSupportedFormats: () => Promise<readonly string[]>;
};

declare global {
  // The library's types do not have it yet.
  interface Window {
    readonly BarcodeDetector?: DetectorClass;
  }
}

export const mayScan = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

/** A reader of QR codes: the browser's own, or a library where it has none. */
export async function qrReader(): Promise<Detector> {
  const Reader = window.BarcodeDetector;
  const formats = (await Reader?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Reader || !formats.includes('qr_code')) return libraryReader();
  const own = new Reader({ formats: ['qr_code'] });
  // some say that they read such codes, and have no service for it
  let library: Promise<Detector> | null = null;
  return {
    detect: (picture) =>
      own.detect(picture).catch(async () => (await (library ??= libraryReader())).detect(picture)),
  };
}

/** As wide as the library needs to see a code that fills a third of the picture. */
const SEEN_WIDTH_PX = 480;

/** What noise that nobody sees may make of black. */
const MAX_BLACK = 24;

async function libraryReader(): Promise<Detector> {
  const { default: readQr } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('no canvas to read from');
  // against fingerprints, some give out white or noise
  context.fillRect(0, 0, 2, 2);
  if (context.getImageData(0, 0, 2, 2).data.some((value, at) => at % 4 < 3 && value > MAX_BLACK))
    throw new Error('the canvas gives out something else than what is drawn');
  return {
    detect: async (picture) => {
      if (picture.videoWidth === 0) return [];
      canvas.width = SEEN_WIDTH_PX;
      canvas.height = Math.round((SEEN_WIDTH_PX * picture.videoHeight) / picture.videoWidth);
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      const found = readQr(data, width, height, { inversionAttempts: 'dontInvert' });
      return found ? [{ rawValue: found.data }] : [];
    },
  };
}

/** The digits of a scanned text: a pickup code is exactly four digits. */
export const pickupCodeIn = (read: readonly { readonly rawValue: string }[]): string | null =>
  read.map(({ rawValue }) => rawValue.trim()).find((text) => /^\d{4}$/.test(text)) ?? null;
