type FormatNumber = (
  value: number,
  options: {
    style: 'unit';
    unit: 'kilobyte' | 'megabyte';
    minimumFractionDigits?: number;
    maximumFractionDigits?: number;
  },
) => string;

const mebibyte = 1024 * 1024;

/** Formats bytes as megabytes with one decimal, or kilobytes below that. */
export const formatFileSize = (bytes: number, format: FormatNumber): string =>
  bytes < mebibyte
    ? format(Math.ceil(bytes / 1024), { style: 'unit', unit: 'kilobyte' })
    : format(bytes / mebibyte, {
        style: 'unit',
        unit: 'megabyte',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      });
