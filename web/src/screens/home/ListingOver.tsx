import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { ClaimWithServings } from '#web/features/claims/ClaimWithServings.tsx';
import { ListingDialog } from '#web/features/listings/ListingDialog.tsx';

type Props = { readonly id: string; readonly me: User; readonly onClose: () => void };

/** A listing in full, with what can be done with it; fetched when the first one is opened. */
export function ListingOver({ id, me, onClose }: Props) {
  return (
    <ListingDialog
      id={id}
      me={me}
      onClose={onClose}
      renderAction={(listing) => <ClaimWithServings listing={listing} />}
    />
  );
}
