import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const SIZES = {
  small: 'size-9',
  regular: 'size-11',
  large: 'size-20',
} as const;

const TINTS = [
  'bg-brand-soft text-brand-soft-ink',
  'bg-amber-soft text-amber-soft-ink',
  'bg-sky-soft text-sky-soft-ink',
  'bg-orange-soft text-orange-soft-ink',
] as const;

const CAP = 'M9.6 16c-.6-7 3.4-10.5 8.4-10.5S27 9 26.4 16c-1.6-3.2-4.6-4.6-8.4-4.6s-6.8 1.4-8.4 4.6z';

/** Hair and hats, drawn over a face of radius 8 around 18, 16. */
const HAIR: readonly ReactNode[] = [
  <path key="cap" d={CAP} />,
  <path
    key="parted"
    d="M9.6 17c-1.4-7.5 3-11.5 8.9-11.5S27.6 9.6 26.5 17c-.6-3-1.7-4.8-3.6-6-3.4 2.3-8.9 1.8-13.3 6z"
  />,
  <path
    key="bob"
    d="M8.5 22.5c-.5-3-.5-5-.3-7.5C8.6 9.2 12.6 5.5 18 5.5s9.4 3.7 9.8 9.5c.2 2.5.2 4.5-.3 7.5-1.8-.8-2.2-4.5-2.7-8-3.3-.3-6-1.5-7.6-3.6-1.3 2.3-3.6 3.6-6.3 4-.4 3.3-.8 6.7-2.4 7.6z"
  />,
  <g key="bun">
    <circle cx="18" cy="4.8" r="3.2" />
    <path d={CAP} />
  </g>,
  <g key="curls">
    {[
      [10.5, 12],
      [13.2, 8.2],
      [18, 6.6],
      [22.8, 8.2],
      [25.5, 12],
    ].map(([cx, cy]) => (
      <circle key={cx} cx={cx} cy={cy} r="3.3" />
    ))}
  </g>,
  <g key="beanie">
    <path d="M9.8 12.5C10.2 7.5 13.5 4.8 18 4.8s7.8 2.7 8.2 7.7z" />
    <rect x="8.8" y="11" width="18.4" height="3.2" rx="1.6" />
  </g>,
];

const GLASSES = (
  <g fill="none" stroke="currentColor" strokeWidth="0.9">
    <circle cx="14.9" cy="16.8" r="2.5" />
    <circle cx="21.1" cy="16.8" r="2.5" />
    <path d="M17.4 16.8h1.2" />
  </g>
);
/** One person in so many wears glasses. */
const GLASSES_EACH = 4;

/** A number that is always the same for the same id: FNV-1a, mixed once more for ids that differ in little. */
function numberOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193) >>> 0;
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) >>> 0;
}

function Head({ look }: { readonly look: number }) {
  return (
    <svg viewBox="0 0 36 36" className="size-full">
      <path d="M5 37c0-8 5.5-11.5 13-11.5S31 29 31 37z" fill="currentColor" opacity="0.55" />
      <circle cx="18" cy="16" r="8" className="fill-surface" />
      <g fill="currentColor">
        {HAIR[look % HAIR.length]}
        <circle cx="15" cy="16.8" r="1" />
        <circle cx="21" cy="16.8" r="1" />
      </g>
      <path
        d="M15.2 19.8q2.8 2.4 5.6 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.1"
        strokeLinecap="round"
      />
      {Math.floor(look / HAIR.length) % GLASSES_EACH === 0 && GLASSES}
    </svg>
  );
}

/** An awning with the initials below it, like a shop's sign. */
const ShopSign = ({ initials, isLarge }: { readonly initials: string; readonly isLarge: boolean }) => (
  <>
    <svg viewBox="0 0 36 12" className="absolute inset-x-0 top-0 w-full">
      <path
        d="M0 0h36v8q-3 4-6 0-3 4-6 0-3 4-6 0-3 4-6 0-3 4-6 0-3 4-6 0z"
        fill="currentColor"
        opacity="0.25"
      />
      <path d="M6 0h6v8q-3 4-6 0zM18 0h6v8q-3 4-6 0zM30 0h6v8q-3 4-6 0z" fill="currentColor" opacity="0.6" />
    </svg>
    <span className={classNames('mt-[24%] leading-none font-bold', isLarge ? 'text-2xl' : 'text-xs')}>
      {initials}
    </span>
  </>
);

/** A figure without features. */
const Somebody = () => (
  <svg viewBox="0 0 36 36" className="size-full" fill="currentColor" opacity="0.6">
    <path d="M5 37c0-8 5.5-11.5 13-11.5S31 29 31 37z" />
    <circle cx="18" cy="16" r="7.5" />
  </svg>
);

export type PersonAvatarProps = {
  readonly person: {
    readonly id: string;
    readonly initials: string;
    readonly organizationName?: string | null;
  };
  /** Draws the same figure for everyone, for a person who must stay unknown. */
  readonly isAnonymous?: boolean;
  readonly size?: keyof typeof SIZES;
  readonly className?: string;
};

/**
 * A small drawing that is always the same for the same person and says nothing about them; a shop's sign for an
 * organization. Decorative: the name is beside it.
 */
export function PersonAvatar({
  person,
  isAnonymous = false,
  size = 'regular',
  className,
}: PersonAvatarProps) {
  const look = numberOf(person.id);
  const isShop = !isAnonymous && Boolean(person.organizationName);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative inline-flex shrink-0 items-center justify-center overflow-hidden forced-colors:border',
        SIZES[size],
        isShop ? 'rounded-[28%]' : 'rounded-full',
        isAnonymous
          ? 'bg-sunken text-muted'
          : // light in the dark, too: its colors are those of a drawing, not of text
            classNames('scheme-light', TINTS[Math.floor(look / 64) % TINTS.length]),
        className,
      )}
    >
      {isAnonymous ? (
        <Somebody />
      ) : isShop ? (
        <ShopSign initials={person.initials} isLarge={size === 'large'} />
      ) : (
        <Head look={look} />
      )}
    </span>
  );
}
