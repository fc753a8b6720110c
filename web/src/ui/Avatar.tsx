import { classNames } from './class-names.ts';

const SIZES = {
  small: 'size-9 text-sm',
  regular: 'size-11 text-base',
  large: 'size-20 text-2xl',
} as const;

const TINTS = [
  'bg-brand-soft text-brand-soft-ink',
  'bg-amber-soft text-amber-soft-ink',
  'bg-sky-soft text-sky-soft-ink',
  'bg-orange-soft text-orange-soft-ink',
  'bg-tomato-soft text-tomato-soft-ink',
] as const;

/** The same person always has the same tint. */
function tintOf(seed: string): string {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return TINTS[sum % TINTS.length] ?? TINTS[0];
}

type AvatarProps = {
  initials: string;
  /** Picks the tint, for example an id; defaults to the initials. */
  seed?: string;
  size?: keyof typeof SIZES;
  className?: string;
};

/** A person's initials in a circle. Decorative: the name is beside it. */
export function Avatar({ initials, seed = initials, size = 'regular', className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full font-bold',
        SIZES[size],
        tintOf(seed),
        className,
      )}
    >
      {initials}
    </span>
  );
}
