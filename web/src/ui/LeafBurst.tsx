/** Direction in degrees and distance of each leaf from the middle, in units of the drawing. */
const LEAVES = [
  { angle: -165, distance: 50, isMango: false },
  { angle: -135, distance: 40, isMango: true },
  { angle: -105, distance: 46, isMango: false },
  { angle: -75, distance: 46, isMango: false },
  { angle: -45, distance: 40, isMango: true },
  { angle: -15, distance: 50, isMango: false },
  { angle: 20, distance: 62, isMango: true },
  { angle: 160, distance: 62, isMango: true },
] as const;

/** Leaf, other leaf, middle and check mark. */
const COLORS = {
  page: [
    'stroke-surface fill-brand',
    'stroke-surface fill-mango',
    'fill-brand-soft',
    'stroke-brand-soft-ink',
  ],
  /** On a toast, which is as dark as ink by day and as light by night. */
  toast: ['stroke-ink fill-bg', 'stroke-ink fill-mango', 'fill-plum-soft', 'stroke-plum-soft-ink'],
} as const;

type Props = { readonly on?: keyof typeof COLORS; readonly className?: string };

/** Leaves that fly out of the middle once; a still picture with reduced motion. */
export function LeafBurst({ on = 'page', className = 'mx-auto h-36 max-w-full' }: Props) {
  const [leaf, mango, middle, mark] = COLORS[on];
  return (
    <svg
      aria-hidden="true"
      data-leaves={on === 'page' ? '' : undefined}
      data-badge-leaves={on === 'toast' ? '' : undefined}
      viewBox="-100 -80 200 120"
      className={`overflow-visible ${className}`}
    >
      {LEAVES.map(({ angle, distance, isMango }) => (
        <g key={angle} transform={`rotate(${angle}) translate(${distance} 0)`}>
          <path d="M-12 0C-6-9 6-9 13 0C6 9-6 9-12 0ZM-12 0H8" className={`leaf ${isMango ? mango : leaf}`} />
        </g>
      ))}
      <circle r="26" className={`leaf-center ${middle}`} />
      <path d="M-11 1L-3 9L12-8" className={`fill-none stroke-4 ${mark}`} strokeLinecap="round" />
    </svg>
  );
}
