import { useMemo } from 'react';
import { encode } from 'uqr';

/** Light modules around the symbol, which readers need. */
const QUIET_ZONE = 4;

/** Black on white in every theme, as readers expect it. What it holds is said elsewhere. */
export function QrCode({ content, className }: { readonly content: string; readonly className: string }) {
  const { path, side } = useMemo(() => {
    // the most correction that the smallest symbol has room for, so that a scratched screen is read all the same
    const { data, size } = encode(content, { ecc: 'M', border: QUIET_ZONE });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])));
    return { path: dark.join(''), side: size };
  }, [content]);
  return (
    <svg
      aria-hidden="true"
      data-qr=""
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={`forced-color-adjust-none ${className}`}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
