/** What a browser that reads QR codes has. */
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

/** Whether this device may be able to read a QR code with its camera. */
export const mayScan = (): boolean =>
  window.BarcodeDetector !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function';

/** A reader of QR codes; null where the browser knows barcodes, but not these. */
export async function qrReader(): Promise<Detector | null> {
  const Reader = window.BarcodeDetector;
  const formats = (await Reader?.getSupportedFormats()) ?? [];
  return Reader && formats.includes('qr_code') ? new Reader({ formats: ['qr_code'] }) : null;
}

/** The digits of a scanned text: a pickup code is exactly four digits. */
export const pickupCodeIn = (read: readonly { readonly rawValue: string }[]): string | null =>
  read.map(({ rawValue }) => rawValue.trim()).find((text) => /^\d{4}$/.test(text)) ?? null;
