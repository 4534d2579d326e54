import sharp from 'sharp';

/** Makes a JPEG of at least the given size. It shows noise, because noise does not compress. */
export async function makePhoto(minBytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(minBytes / 1.75));
  const photo = await sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 96, chromaSubsampling: '4:4:4' })
    .toBuffer();
  if (photo.length < minBytes) throw new Error(`The photo has only ${photo.length} bytes`);
  return photo;
}

/** Makes a phone's photo: large, rotated by EXIF, with GPS data. */
export async function makePhonePhoto(): Promise<Buffer> {
  return sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Makes a photo whose pixels are red above blue, with an EXIF orientation. */
export async function makeRotatedPhoto(orientation: number): Promise<Buffer> {
  const lower = await sharp({
    create: { width: 600, height: 300, channels: 3, background: '#1010d0' },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width: 600, height: 600, channels: 3, background: '#d01010' } })
    .composite([{ input: lower, top: 300, left: 0 }])
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer();
}
