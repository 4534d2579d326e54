import { css } from '@linaria/core';
import { useMemo } from 'react';
import { encode } from 'uqr';

const quietZone = 4; // white modules around it that the standard asks for

/** Black on white in every theme: that is what cameras look for. */
const frame = css`
  display: block; width: 100%; max-width: 13rem; height: auto; border: 1px solid var(--border); border-radius: var(--r-sm); background: #fff;
`;

/** A text as a picture for cameras. Say nearby what it holds, for whoever has none. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size: side, data } = encode(text, { ecc: 'M', border: quietZone });
    return { size: side, path: data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : []))).join('') };
  }, [text]);
  return <svg className={frame} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}><path d={path} fill="#000" /></svg>;
}
