/** Illustration of a kitchen table. Food keeps its own colours in both themes; the rest uses the tokens. */
export function TableScene() {
  return (
    <svg viewBox="0 0 560 420" aria-hidden="true" className="h-auto w-full max-w-xl justify-self-center">
      <circle cx="286" cy="206" r="186" fill="var(--brand-soft)" />
      <path d="M126 300a186 186 0 0 0 320 0z" fill="var(--mango)" opacity="0.28" />

      <g transform="translate(0 4)">
        {/* the lamp */}
        <path d="M286 0v58" stroke="var(--control)" strokeWidth="3" />
        <path d="M242 96a44 44 0 0 1 88 0z" fill="var(--brand)" />
        <ellipse cx="286" cy="97" rx="16" ry="6" fill="var(--mango)" />

        {/* the bread */}
        <path
          d="M44 312v-52c-22-14-16-62 26-62h104c42 0 48 48 26 62v52a6 6 0 0 1-6 6H50a6 6 0 0 1-6-6z"
          fill="#c98a45"
        />
        <path
          d="M58 306v-50c-20-10-16-44 16-44h96c32 0 36 34 16 44v50a4 4 0 0 1-4 4H62a4 4 0 0 1-4-4z"
          fill="#f4dcae"
        />
        <g fill="#e3bf86">
          <ellipse cx="94" cy="248" rx="8" ry="5" />
          <ellipse cx="136" cy="236" rx="6" ry="4" />
          <ellipse cx="118" cy="276" rx="9" ry="5" />
          <ellipse cx="160" cy="264" rx="6" ry="4" />
          <ellipse cx="82" cy="288" rx="5" ry="3" />
          <ellipse cx="150" cy="294" rx="7" ry="4" />
        </g>

        {/* the bowl of fruit */}
        <path d="M262 226c0-26 15-41 40-43 3 27-12 43-40 43z" fill="#3f8f57" />
        <circle cx="252" cy="242" r="32" fill="#f2a33a" />
        <circle cx="304" cy="238" r="34" fill="#d8483a" />
        <path
          d="M302 208c2-8 6-12 12-14"
          stroke="#5b3a1c"
          strokeWidth="4"
          strokeLinecap="round"
          fill="none"
        />
        <circle cx="344" cy="250" r="26" fill="#f2a33a" />
        <circle cx="242" cy="230" r="4" fill="#fbd08a" />
        <circle cx="292" cy="224" r="6" fill="#ef8d80" />
        <path d="M208 248h170a85 68 0 0 1-52 62v8h-66v-8a85 68 0 0 1-52-62z" fill="#fffdf8" />
        <path d="M208 248h170q-1 8-4 16H212q-3-8-4-16z" fill="#cfe4f1" />

        {/* the jar */}
        <rect x="412" y="196" width="70" height="20" rx="6" fill="#a8662c" />
        <path
          d="M416 216h62c12 10 16 20 16 32v58a12 12 0 0 1-12 12h-70a12 12 0 0 1-12-12v-58c0-12 4-22 16-32z"
          fill="#7c2f2a"
        />
        <path
          d="M412 236c-6 8-6 14-6 20v44"
          stroke="#a9564e"
          strokeWidth="5"
          strokeLinecap="round"
          fill="none"
        />
        <rect x="418" y="254" width="60" height="40" rx="6" fill="#fbf3df" />
        <path
          d="M448 284c0-10 5-15 14-16 1 10-4 16-14 16zM446 284c0-7-4-11-11-11 0 7 4 11 11 11z"
          fill="#3f8f57"
        />

        {/* the table */}
        <rect x="0" y="318" width="560" height="20" rx="10" fill="#b67b3f" />
        <path d="M60 338h26l-8 78H66zM474 338h26l-6 78h-12z" fill="#96622f" />
        <rect x="18" y="318" width="524" height="6" rx="3" fill="#d49a5c" />
      </g>
    </svg>
  );
}
