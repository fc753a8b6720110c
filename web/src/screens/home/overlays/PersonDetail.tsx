import { useLocation } from 'wouter';
import { PersonListings } from '#web/features/claims/lists/PersonListings.tsx';
import { PersonCard } from '#web/features/moderation/PersonCard.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTab } from '../use-tab.ts';

type Props = { readonly id: string; readonly onClose: () => void };

/** Somebody's card with what they share; fetched when the first name is pressed. */
export function PersonDetail({ id, onClose }: Props) {
  const tab = useTab();
  const [, navigate] = useLocation();
  return (
    <PersonCard
      id={id}
      onClose={onClose}
      food={<PersonListings personId={id} />}
      // what stood under the card is about somebody one no longer sees
      onBlocked={() => navigate(paths.tab(tab), { replace: true })}
    />
  );
}
