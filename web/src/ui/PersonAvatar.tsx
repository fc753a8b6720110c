import type { ReactNode } from 'react';
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
] as const;

const LEAF = <path d="M18.4 11.6c.2-2.9 2-4.5 4.9-4.7-.2 2.9-2 4.6-4.9 4.7z" />;

/** Food, each as its light body and its dark details. */
const FOODS: readonly { readonly body: ReactNode; readonly details: ReactNode }[] = [
  {
    // an apple
    body: (
      <path d="M18 13c2-2.2 8.5-2 8.5 5.2 0 5.6-3.8 9.8-6 9.8-1 0-1.6-.5-2.5-.5s-1.5.5-2.5.5c-2.2 0-6-4.2-6-9.8C9.5 11 16 10.8 18 13z" />
    ),
    details: LEAF,
  },
  {
    // a pear
    body: (
      <path d="M18 9.5c3 0 4 2.3 4.3 4.7.4 2.6 3.7 4.3 3.7 8 0 4-3.5 6.3-8 6.3s-8-2.3-8-6.3c0-3.7 3.3-5.4 3.7-8C14 11.8 15 9.5 18 9.5z" />
    ),
    details: <path d="M17.4 10c0-2 .5-3.7 2.1-4.8l1.1.9c-1.1.9-1.6 2.1-1.6 3.9z" />,
  },
  {
    // a carrot
    body: <path d="M13 14c0-2 2.2-3 5-3s5 1 5 3c0 5.3-2.5 11.5-5 15.5-2.5-4-5-10.2-5-15.5z" />,
    details: (
      <path d="M18 11.5c-3.2-1-4.4-3.2-4.1-5.5 2.5.4 3.9 2.1 4.1 5.5zM18 11.5c3.2-1 4.4-3.2 4.1-5.5-2.5.4-3.9 2.1-4.1 5.5zM13.4 16.5h4v1.2h-3.7zM18.6 20.5h3.2l-.4 1.2h-2.8z" />
    ),
  },
  {
    // a mushroom
    body: (
      <path d="M14.5 20h7c0 2.7.5 4.3 1 5.9.4 1.3-.6 2.3-1.8 2.3h-5.4c-1.2 0-2.2-1-1.8-2.3.5-1.6 1-3.2 1-5.9z" />
    ),
    details: (
      <path d="M7.5 17.6c0-5.8 4.7-9.3 10.5-9.3s10.5 3.5 10.5 9.3c0 1.5-1 2.2-2.5 2.2H10c-1.5 0-2.5-.7-2.5-2.2z" />
    ),
  },
  {
    // a lemon
    body: (
      <path d="M6.5 19.5c1.5-.5 2-1.5 3-3 2-3 5-4.5 8.5-4.5s6.5 1.5 8.5 4.5c1 1.5 1.5 2.5 3 3-1.5.5-2 1.5-3 3-2 3-5 4.5-8.5 4.5s-6.5-1.5-8.5-4.5c-1-1.5-1.5-2.5-3-3z" />
    ),
    details: LEAF,
  },
  {
    // cherries
    body: (
      <>
        <circle cx="12.8" cy="23.3" r="4.7" />
        <circle cx="23.4" cy="24.2" r="4.7" />
      </>
    ),
    details: (
      <path d="M13.6 18.8l-1.3-.4C13.4 13 16.4 9 21.6 6.6l1 .5c1 4.6 1.9 7.9 1.6 12.5h-1.4c.2-3.8-.3-6.6-1.1-10.3-4.1 2.2-6.8 5.4-8.1 9.5z" />
    ),
  },
  {
    // a loaf
    body: (
      <path d="M7 20c0-5.3 5-8.7 11-8.7S29 14.7 29 20v3.2c0 1.5-1 2.5-2.5 2.5h-17C8 25.7 7 24.7 7 23.2z" />
    ),
    details: (
      <path d="M12 14.6l1.3-.8 2.3 4.4-1.3.8zM17.1 13.5l1.3-.8 2.3 4.4-1.3.8zM22.2 14.1l1.3-.8 2.3 4.4-1.3.8z" />
    ),
  },
  {
    // peas in their pod
    body: <path d="M7.4 24.5C6.5 15.5 13.5 8.5 28 8.5c.8 10.7-6.1 18.6-16.8 18.2-2-.1-3.6-.8-3.8-2.2z" />,
    details: (
      <>
        <circle cx="13" cy="21.6" r="2.4" />
        <circle cx="17.7" cy="17.9" r="2.4" />
        <circle cx="22.3" cy="13.9" r="2.4" />
      </>
    ),
  },
  {
    // a tomato
    body: <ellipse cx="18" cy="20" rx="9.5" ry="8.3" />,
    details: (
      <path d="M18 10.5c.6 0 .8 1.7 1.2 2.6 1.5-.6 3.4-.6 4.4.1-1 1.2-2.6 1.9-3.9 1.8.4 1.1.2 2.6-.6 3.4-.9-.6-1.1-1.7-1.1-2.7-0 1-.2 2.1-1.1 2.7-.8-.8-1-2.3-.6-3.4-1.3.1-2.9-.6-3.9-1.8 1-.7 2.9-.7 4.4-.1.4-.9.6-2.6 1.2-2.6z" />
    ),
  },
  {
    // half an avocado
    body: (
      <path d="M18 7.5c3.6 0 5 3.4 5.7 6.7.7 2.9 2.8 4.2 2.8 7.3 0 4.4-3.7 7.5-8.5 7.5s-8.5-3.1-8.5-7.5c0-3.1 2.1-4.4 2.8-7.3.7-3.3 2.1-6.7 5.7-6.7z" />
    ),
    details: <circle cx="18" cy="21.5" r="3.9" />,
  },
  {
    // a bowl of soup
    body: <path d="M7 18h22c0 5.8-4.3 10-11 10S7 23.8 7 18z" />,
    details: (
      <path d="M13.2 15.5c-1.2-2 1.1-2.9 0-5.5l1.5-.4c1.4 3-.9 3.9.1 5.9zM17.7 15.5c-1.2-2 1.1-2.9 0-5.5l1.5-.4c1.4 3-.9 3.9.1 5.9zM22.2 15.5c-1.2-2 1.1-2.9 0-5.5l1.5-.4c1.4 3-.9 3.9.1 5.9z" />
    ),
  },
  {
    // cheese
    body: <path d="M7 20.5L22.5 11c4 .8 6.5 4.5 6.5 9.5zM7 21.7h22v5.3c0 .5-.5 1-1 1H8c-.5 0-1-.5-1-1z" />,
    details: (
      <>
        <circle cx="13.5" cy="24.8" r="1.7" />
        <circle cx="22.3" cy="24" r="2.1" />
        <circle cx="21.3" cy="16.3" r="1.8" />
      </>
    ),
  },
];

/** A number that is always the same for the same id: FNV-1a, mixed once more for ids that differ in little. */
function numberOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193) >>> 0;
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) >>> 0;
}

const Food = ({ look }: { readonly look: number }) => {
  const food = FOODS[look % FOODS.length];
  return (
    <svg viewBox="0 0 36 36" fill="currentColor" className="size-full">
      <g opacity="0.45">{food?.body}</g>
      <g opacity="0.85">{food?.details}</g>
    </svg>
  );
};

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

/** The food with the initials below it. */
const Emblem = ({ look, initials }: { readonly look: number; readonly initials: string }) => (
  <>
    <span className="absolute top-0 size-[68%]">
      <Food look={look} />
    </span>
    <span className="absolute bottom-[10%] text-[0.78em] leading-none">{initials}</span>
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
  /** Shows the initials in the drawing, where the specification has them. */
  readonly showsInitials?: boolean;
  readonly size?: keyof typeof SIZES;
  readonly className?: string;
};

/** Food that is the same for the same person and says nothing of them; a shop's sign for an organization. */
export function PersonAvatar({
  person,
  isAnonymous = false,
  showsInitials = false,
  size = 'regular',
  className,
}: PersonAvatarProps) {
  const look = numberOf(person.id);
  const isShop = !isAnonymous && Boolean(person.organizationName);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative inline-flex shrink-0 items-center justify-center overflow-hidden font-bold forced-colors:border',
        SIZES[size],
        isShop ? 'rounded-[28%]' : 'rounded-full',
        isAnonymous ? 'bg-sunken text-muted' : TINTS[Math.floor(look / 64) % TINTS.length],
        className,
      )}
    >
      {isAnonymous ? (
        <Somebody />
      ) : isShop ? (
        <ShopSign initials={person.initials} isLarge={size === 'large'} />
      ) : showsInitials ? (
        <Emblem look={look} initials={person.initials} />
      ) : (
        <Food look={look} />
      )}
    </span>
  );
}
