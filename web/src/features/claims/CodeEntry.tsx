import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { CodeForm } from './CodeForm.tsx';
import { useClaimMove } from './use-claim-move.ts';

type Props = {
  readonly claim: Claim;
  /** Whether it is what is meant now. */
  readonly isPrimary: boolean;
};

/** Where the donor types the code of a claim's ticket. */
export function CodeEntry({ claim, isPrimary }: Props) {
  const { move, moving, problem, forget } = useClaimMove(claim);
  return (
    <CodeForm
      name={claim.claimer.displayName}
      isPrimary={isPrimary}
      busy={moving !== null}
      problem={problem}
      onEnter={(code) => move({ kind: 'complete_by_code', code })}
      onChange={forget}
    />
  );
}
