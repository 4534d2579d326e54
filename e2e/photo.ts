import sharp from 'sharp';

/** A real JPEG of at least the given size: noise, because noise does not compress. */
export async function makePhoto(minBytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(minBytes / 1.75));
  const photo = await sharp({ create: { width: side, height: side, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .jpeg({ quality: 96, chromaSubsampling: '4:4:4' })
    .toBuffer();
  if (photo.length < minBytes) throw new Error(`The photo has only ${photo.length} bytes`);
  return photo;
}
