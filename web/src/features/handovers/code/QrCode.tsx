import { useMemo } from 'react';
import { QR_SIZE, qrMatrix } from './qr-matrix.ts';

/** Light modules around the symbol, which readers need. */
const QUIET_ZONE = 4;

/** The QR symbol of the digits: black on white in every theme, as readers expect it. The digits are read out elsewhere. */
export function QrCode({ digits, className }: { readonly digits: string; readonly className: string }) {
  const path = useMemo(
    () =>
      qrMatrix(digits)
        .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])))
        .join(''),
    [digits],
  );
  const side = QR_SIZE + 2 * QUIET_ZONE;
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
