import type { ReactNode } from 'react';

/** Our own small illustrations in token colors for both themes. */
export type IllustrationName = 'plate' | 'basket' | 'bell' | 'letters' | 'pin' | 'jar' | 'shield';

const paper = { fill: 'var(--surface)', stroke: 'var(--control)' } as const;

const ILLUSTRATIONS: Readonly<Record<IllustrationName, ReactNode>> = {
  plate: (
    <>
      <circle cx="60" cy="62" r="34" {...paper} />
      <circle cx="60" cy="62" r="22" fill="var(--sunken)" stroke="var(--control)" />
      <path
        d="M14 40v14a6 6 0 0 0 6 6v34M20 40v16M26 40v14a6 6 0 0 1-6 6"
        fill="none"
        stroke="var(--control)"
      />
      <path d="M100 94V40c7 4 9 14 8 24l-8 4" fill="none" stroke="var(--control)" />
      <path
        d="M60 70c0-9 5-14 13-15 1 9-4 15-13 15zM58 70c0-7-4-11-11-11 0 7 4 11 11 11z"
        fill="var(--brand)"
      />
    </>
  ),
  basket: (
    <>
      <path d="M38 56c2-22 10-32 22-32s20 10 22 32" fill="none" stroke="var(--control)" />
      <path d="M46 56c-2-12 4-20 12-21 2 9-3 18-12 21z" fill="var(--brand)" />
      <circle cx="72" cy="50" r="11" fill="var(--mango)" />
      <path d="M24 56h72l-8 36a6 6 0 0 1-6 5H38a6 6 0 0 1-6-5z" {...paper} />
      <path d="M28 70h64M31 83h58M48 56l3 41M72 56l-3 41" fill="none" stroke="var(--line)" />
    </>
  ),
  bell: (
    <>
      <path d="M60 26c-15 0-24 11-24 27 0 16-5 20-9 25h66c-4-5-9-9-9-25 0-16-9-27-24-27z" {...paper} />
      <path d="M50 84a10 10 0 0 0 20 0" fill="none" stroke="var(--control)" />
      <path d="M60 26v-7" stroke="var(--control)" />
      <path d="M76 34c4-9 10-13 18-13 0 9-7 15-18 13z" fill="var(--brand)" stroke="none" />
    </>
  ),
  letters: (
    <>
      <path
        d="M58 28h32a10 10 0 0 1 10 10v20a10 10 0 0 1-10 10v11L78 68H58a10 10 0 0 1-10-10V38a10 10 0 0 1 10-10z"
        fill="var(--brand-soft)"
        stroke="var(--control)"
      />
      <path
        d="M30 44h36a10 10 0 0 1 10 10v20a10 10 0 0 1-10 10H48L34 97V84h-4a10 10 0 0 1-10-10V54a10 10 0 0 1 10-10z"
        {...paper}
      />
      <path d="M34 59h28M34 69h18" stroke="var(--line)" />
    </>
  ),
  pin: (
    <>
      <ellipse cx="60" cy="94" rx="30" ry="7" fill="var(--sunken)" />
      <path d="M60 92C44 74 36 62 36 50a24 24 0 0 1 48 0c0 12-8 24-24 42z" {...paper} />
      <path d="M60 58c0-8 4-12 12-13 1 8-3 13-12 13zM58 58c0-6-4-9-10-9 0 6 4 9 10 9z" fill="var(--brand)" />
    </>
  ),
  jar: (
    <>
      <rect x="40" y="24" width="40" height="12" rx="4" fill="var(--mango)" />
      <path
        d="M42 36h36c8 6 10 12 10 20v32a10 10 0 0 1-10 10H42a10 10 0 0 1-10-10V56c0-8 2-14 10-20z"
        {...paper}
      />
      <rect x="44" y="60" width="32" height="22" rx="4" fill="var(--sunken)" stroke="var(--line)" />
      <path d="M60 76c0-6 3-9 9-9 0 6-3 9-9 9zM58 76c0-5-3-7-7-7 0 5 3 7 7 7z" fill="var(--brand)" />
    </>
  ),
  shield: (
    <>
      <path d="M60 22c12 8 22 10 32 10 0 34-10 54-32 66-22-12-32-32-32-66 10 0 20-2 32-10z" {...paper} />
      <path d="m46 60 10 11 19-22" fill="none" stroke="var(--brand)" strokeWidth="5" />
    </>
  ),
};

export function Illustration({ name, className }: { name: IllustrationName; className?: string }) {
  return (
    <svg
      viewBox="0 0 120 112"
      aria-hidden="true"
      className={className ?? 'h-28 w-30'}
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {ILLUSTRATIONS[name]}
    </svg>
  );
}
