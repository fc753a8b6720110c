import sharp from 'sharp';

/** A 12-megapixel picture as taken by a phone, optionally with a location in its metadata. */
export async function phonePhoto(withPlace: boolean): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 18 } as const;
  const photo = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#b5793b', noise } })
    .blur(3)
    .jpeg({ quality: 85 });
  if (!withPlace) return photo.toBuffer();
  return photo
    .withExif({
      IFD0: { Make: 'Phone', Model: 'Of the test' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '40/1 45/1 4752/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '73/1 59/1 2688/100',
      },
    })
    .toBuffer();
}
