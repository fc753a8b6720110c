/** A telephone address that a device can dial: digits and a leading plus only, without an extension. */
export const dialable = (phone: string): string =>
  `tel:${phone.replace(/\s*(x|ext).*$/i, '').replace(/(?!^\+)\D/g, '')}`;
