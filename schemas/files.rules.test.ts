import { describe, expect, it } from 'vitest';
import { fileExtension, hasThumbnail, isAllowedAttachment } from './files.rules.ts';

describe('fileExtension', () => {
  it.each([['Foto.JPG', 'jpg'], ['archive.tar.gz', 'gz'], ['README', ''], ['.htaccess', ''], ['name.', '']])('%s -> %s', (name, extension) =>
    expect(fileExtension(name)).toBe(extension));
});

describe('isAllowedAttachment', () => {
  it('goes by the product’s list, whatever the case', () => {
    expect(isAllowedAttachment('Vertrag.PDF')).toBe(true);
    expect(isAllowedAttachment('setup.exe')).toBe(false);
    expect(isAllowedAttachment('rechnung.pdf.exe')).toBe(false);
    expect(isAllowedAttachment('ohne')).toBe(false);
  });

  it('lets an author narrow the list, never widen it', () => {
    expect(isAllowedAttachment('foto.png', ['jpg'])).toBe(false);
    expect(isAllowedAttachment('setup.exe', ['exe'])).toBe(false);
  });
});

it('thumbnails are for pictures', () => {
  expect(hasThumbnail('jpe')).toBe(true);
  expect(hasThumbnail('pdf')).toBe(false);
});
