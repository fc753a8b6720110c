import { useLocation } from 'wouter';
import { PersonListings } from '#web/features/claims/lists/PersonListings.tsx';
import { PersonCard } from '#web/features/moderation/PersonCard.tsx';
import { useAddress } from '#web/lib/address.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { Optional } from '#web/ui/ErrorBoundary.tsx';

const PartnerHours = lazyPart(
  async () => (await import('#web/features/partners/hours/PartnerHours.tsx')).PartnerHours,
);

type Props = { readonly id: string; readonly onClose: () => void };

export function PersonDetail({ id, onClose }: Props) {
  const [{ tab }] = useAddress();
  const [, navigate] = useLocation();
  return (
    <PersonCard
      id={id}
      onClose={onClose}
      food={<PersonListings personId={id} />}
      hours={
        <Optional>
          <PartnerHours id={id} />
        </Optional>
      }
      // The screen below shows a person who is no longer visible.
      onBlocked={() => navigate(paths.tab(tab), { replace: true })}
    />
  );
}
