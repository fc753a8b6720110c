import { useMemo } from 'react';
import { qrMatrix } from './qr-matrix.ts';

/** Light modules around the symbol, which readers need. */
const QUIET_ZONE = 4;

/**
 * The QR symbol of four digits or an address: black on white in every theme, as readers expect it. What it holds is
 * said elsewhere.
 */
export function QrCode({ content, className }: { readonly content: string; readonly className: string }) {
  const { path, size } = useMemo(() => {
    const rows = qrMatrix(content);
    const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])));
    return { path: dark.join(''), size: rows.length };
  }, [content]);
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      aria-hidden="true"
      data-qr=""
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={`forced-color-adjust-none ${className}`}
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
