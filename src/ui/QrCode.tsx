import { css } from '@linaria/core';
import { useMemo } from 'react';
import { encode } from 'uqr';

const quietZone = 4; // white modules around the code, required by the standard

/** Black on white in every theme, because scanners expect that. */
const frame = css`
  display: block;
  width: 100%;
  max-width: 13rem;
  height: auto;
  border: 1px solid var(--border);
  border-radius: var(--r-sm);
  background: #fff;
`;

const buildPath = (data: readonly boolean[][]): string =>
  data
    .flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
const encodeQr = (text: string) => encode(text, { ecc: 'M', border: quietZone });

/** Returns the code as an SVG file, to print at any size. */
export function drawQrSvg(text: string): Blob {
  const { size, data } = encodeQr(text);
  return new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" `,
      `shape-rendering="crispEdges"><path d="M0 0h${size}v${size}H0z" fill="#fff"/>`,
      `<path d="${buildPath(data)}" fill="#000"/></svg>`,
    ],
    { type: 'image/svg+xml' },
  );
}

const pngModulePx = 24; // sharp on paper at a width of 10 cm

/** Returns the code as a PNG file; undefined if the browser cannot draw it. */
export function drawQrPng(text: string): Promise<Blob | undefined> {
  const { size, data } = encodeQr(text);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * pngModulePx;
  const drawn = canvas.getContext('2d');
  if (!drawn) return Promise.resolve(undefined);
  drawn.fillStyle = '#fff';
  drawn.fillRect(0, 0, canvas.width, canvas.height);
  drawn.fillStyle = '#000';
  data.forEach((row, y) =>
    row.forEach((isBlack, x) => {
      if (isBlack) drawn.fillRect(x * pngModulePx, y * pngModulePx, pngModulePx, pngModulePx);
    }),
  );
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}

/** A QR code. Show its content as text beside it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size: side, data } = encodeQr(text);
    return { size: side, path: buildPath(data) };
  }, [text]);
  return (
    <svg
      className={frame}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
