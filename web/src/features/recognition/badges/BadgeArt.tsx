import type { Badge } from '@openlarder/domain/recognition/recognition-contract.ts';
import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

type IconName = Badge['iconName'];

const LEAF = 'M0 0c1-7 6-11 13-11 0 7-5 12-13 11z';
/** A leaf that grows from a point; each drawing has one, as in the logo. */
const leafAt = (x: number, y: number, turn = 0) => (
  <path d={LEAF} transform={`translate(${x} ${y}) rotate(${turn})`} className="art-leaf" />
);

/** On a square of 64; what is drawn by `art-paper`, `art-plum`, `art-mango` and `art-leaf` takes the theme's colors. */
const DRAWINGS: Readonly<Record<IconName, ReactNode>> = {
  // a rosette made of a plate
  award: (
    <>
      <path d="M23 38l-5 17 9-4 5 8 2-18M41 38l5 17-9-4-5 8-2-18" className="art-mango" />
      <circle cx="32" cy="26" r="18" className="art-paper" />
      <circle cx="32" cy="26" r="11" className="art-plum" />
      {leafAt(27, 31)}
    </>
  ),
  // a pot holder
  shield: (
    <>
      <path d="M27 11a5 5 0 0 1 10 0" className="art-line" />
      <path d="M13 12h38v19c0 12-8 20-19 24-11-4-19-12-19-24z" className="art-paper" />
      <path d="M20 19h24v13c0 7-5 12-12 15-7-3-12-8-12-15z" className="art-plum" />
      {leafAt(26, 38)}
    </>
  ),
  // a star of pastry
  star: (
    <>
      <path
        d="M32 7c2 0 3 1 4 3l5 11 12 2c4 1 5 4 3 7l-9 9 2 12c0 4-3 6-6 4l-11-6-11 6c-3 2-6 0-6-4l2-12-9-9c-2-3-1-6 3-7l12-2 5-11c1-2 2-3 4-3z"
        className="art-mango"
      />
      <path d="M32 20v13M32 33l11-4M32 33l7 10M32 33l-7 10M32 33l-11-4" className="art-line" />
    </>
  ),
  // a paper crown with a crust
  crown: (
    <>
      <path d="M10 20l11 10 11-18 11 18 11-10-5 28H15z" className="art-mango" />
      <path d="M14 43h36l-1 11H15z" className="art-plum" />
      <circle cx="32" cy="11" r="3.5" className="art-paper" />
      <circle cx="9.5" cy="19" r="3.5" className="art-paper" />
      <circle cx="54.5" cy="19" r="3.5" className="art-paper" />
    </>
  ),
  // a spoon on a ribbon
  medal: (
    <>
      <path d="M20 7h10l6 20h-9zM44 7H34l-6 20h9z" className="art-plum" />
      <circle cx="32" cy="41" r="16" className="art-mango" />
      <ellipse cx="32" cy="37" rx="4.5" ry="6" className="art-paper" />
      <path d="M32 43v9" className="art-line" />
    </>
  ),
  // a warm bun in the shape of a heart
  heart: (
    <>
      <path
        d="M32 56C17 46 8 37 8 25c0-8 6-14 13-14 5 0 9 2 11 7 2-5 6-7 11-7 7 0 13 6 13 14 0 12-9 21-24 31z"
        className="art-plum"
      />
      <path d="M19 20c-3 2-4 4-4 8" className="art-shine" />
      {leafAt(28, 39, -8)}
    </>
  ),
  // a spark from the stove
  zap: (
    <>
      <circle cx="32" cy="32" r="25" className="art-paper" />
      <path d="M36 8L15 36h14l-3 20 22-29H33z" className="art-mango" />
    </>
  ),
  // plates within plates, and a fork that hits
  target: (
    <>
      <circle cx="29" cy="35" r="23" className="art-paper" />
      <circle cx="29" cy="35" r="15" className="art-plum" />
      <circle cx="29" cy="35" r="6.5" className="art-mango" />
      <path d="M29 35L50 14M45 7v8c0 3 1 4 4 4h8M51 5v8h8" className="art-line" />
    </>
  ),
  // three at one table
  users: (
    <>
      <circle cx="14" cy="24" r="7" className="art-paper" />
      <circle cx="50" cy="24" r="7" className="art-paper" />
      <circle cx="32" cy="17" r="9" className="art-mango" />
      <path d="M4 46c0-9 4-13 10-13s10 4 10 13M40 46c0-9 4-13 10-13s10 4 10 13" className="art-paper" />
      <path d="M18 46c0-12 6-17 14-17s14 5 14 17" className="art-plum" />
      <path d="M4 46h56v6H4z" className="art-mango" />
    </>
  ),
  // a soup bowl on a foot
  trophy: (
    <>
      <path d="M15 16H7c0 10 4 15 11 16M49 16h8c0 10-4 15-11 16" className="art-line" />
      <path d="M14 12h36c0 17-5 27-18 27S14 29 14 12z" className="art-mango" />
      <path d="M28 38h8v9h-8zM20 47h24v8H20z" className="art-plum" />
      {leafAt(27, 29)}
    </>
  ),
  // the flame under a pot
  flame: (
    <>
      <path
        d="M33 5c2 10 17 15 17 32 0 12-8 20-18 20S14 49 14 38c0-8 4-12 7-18 2 3 3 5 6 6 0-8 1-14 6-21z"
        className="art-plum"
      />
      <path d="M33 29c1 6 8 9 8 17 0 6-4 10-9 10s-9-4-9-10c0-7 7-9 10-17z" className="art-mango" />
    </>
  ),
};

/** The palette of the drawings: for an earned badge, and for one that is still to come. */
const PALETTE =
  '[&_*]:stroke-(--art-edge) [&_*]:stroke-2 [&_*]:[stroke-linejoin:round] [&_*]:[stroke-linecap:round] [&_.art-leaf]:fill-(--art-leaf) [&_.art-line]:fill-none [&_.art-mango]:fill-(--art-mango) [&_.art-paper]:fill-(--art-paper) [&_.art-plum]:fill-(--art-plum) [&_.art-shine]:fill-none [&_.art-shine]:stroke-(--art-paper)';
const EARNED =
  'bg-plum-soft [--art-edge:var(--plum-soft-ink)] [--art-leaf:var(--brand)] [--art-mango:var(--mango)] [--art-paper:var(--surface)] [--art-plum:var(--plum)]';
const TO_COME =
  'bg-sunken [--art-edge:var(--control)] [--art-leaf:var(--sunken)] [--art-mango:var(--surface)] [--art-paper:var(--surface)] [--art-plum:var(--line)]';
const FORCED =
  'forced-colors:[--art-edge:CanvasText] forced-colors:[--art-leaf:Canvas] forced-colors:[--art-mango:Canvas] forced-colors:[--art-paper:Canvas] forced-colors:[--art-plum:Canvas]';

type Props = {
  readonly iconName: IconName;
  readonly isEarned: boolean;
  readonly className?: string;
};

/** The drawing of a badge on its tile; decorative, its name stands beside it. */
export function BadgeArt({ iconName, isEarned, className = 'size-16' }: Props) {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-control',
        isEarned ? EARNED : TO_COME,
        FORCED,
        className,
      )}
    >
      <svg viewBox="0 0 64 64" aria-hidden="true" data-icon={iconName} className={`size-[68%] ${PALETTE}`}>
        {DRAWINGS[iconName]}
      </svg>
    </span>
  );
}
