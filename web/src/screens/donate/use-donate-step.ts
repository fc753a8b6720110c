import { useLocation, useSearchParams } from 'wouter';
import { requestHeadingFocus } from '#web/lib/heading-focus.ts';
import { type DonateStep, isDonateStep, paths } from '#web/lib/paths.ts';

/** The step that the address names; Back leads to the previous one. `arrive` also moves the focus to its heading. */
export function useDonateStep() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const named = search.get('step');
  const step: DonateStep = isDonateStep(named) ? named : 'amount';
  const go = (next: DonateStep) => navigate(paths.donateStep(next));
  const arrive = (next: DonateStep) => {
    requestHeadingFocus();
    go(next);
  };
  return { step, go, arrive, receiptId: search.get('receipt') };
}
