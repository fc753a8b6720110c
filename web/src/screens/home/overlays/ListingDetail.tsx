import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { ListingClaim } from '#web/features/claims/create/ClaimForm.tsx';
import { ListingDialog } from '#web/features/listings/listing/ListingDialog.tsx';

type Props = { readonly id: string; readonly me: User; readonly onClose: () => void };

/** A listing with its claim form; loaded when the first one is opened. */
export function ListingDetail({ id, me, onClose }: Props) {
  return (
    <ListingDialog
      id={id}
      me={me}
      onClose={onClose}
      renderAction={(listing) => <ListingClaim listing={listing} />}
    />
  );
}
