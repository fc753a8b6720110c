import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { MAX_PLACE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { MapPin } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import {
  ActionDialog,
  type ActionDialogProps,
  ActionError,
} from '#web/features/handovers/actions/ActionDialog.tsx';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { isMeetingPlaceKnown } from './MatchAddress.tsx';
import { keptRequestAddress } from '../request-address.ts';
import { mayRevealAddress } from './request-actions.ts';
import { type RevealInput, useRevealAddress } from './RequestActions.tsx';

type RevealAddressButtonsProps = {
  readonly request: EmergencyRequest;
  /** False beside what comes first. */
  readonly isPrimary?: boolean;
};

/** Reveals where to meet with one tap where it is known, and says what; else asks for it. Then for another place. */
export function RevealAddressButtons({ request, isPrimary = true }: RevealAddressButtonsProps) {
  const actions = useRevealAddress(request);
  const container = useRef<HTMLDivElement>(null);
  const isRevealed = isMeetingPlaceKnown(request);
  const focusRecovery = useFocusRecovery(container, String(isRevealed));
  const [isAsking, setAsking] = useState(false);
  const known = useKnownAddress(request.id);
  const name = nameInSentence(request.match?.helper.displayName ?? '');
  if (!mayRevealAddress(request)) return null;
  const isKnown = !isRevealed && known.address.trim() !== '';
  const ask = () => {
    actions.reset();
    setAsking(true);
  };
  return (
    <div
      ref={container}
      tabIndex={-1}
      {...focusRecovery}
      className="flex w-full flex-col items-start gap-1 text-start outline-none"
    >
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        className="max-sm:w-full"
        busy={actions.running !== null && !isAsking}
        onClick={isKnown ? () => actions.run({ kind: 'reveal_address', revealed: revealedAs(known) }) : ask}
      >
        <MapPin className="size-5 max-sm:hidden" />
        {isRevealed ? (
          <Trans>Meet somewhere else</Trans>
        ) : isKnown && !isPublicPlace(known.address) ? (
          <Trans>Share my address</Trans>
        ) : (
          <Trans>Share where to meet</Trans>
        )}
      </Button>
      {isKnown && (
        <p className="text-sm wrap-anywhere text-muted">
          <Trans>
            Only {name} will see “{known.address}”, until a day after you get the food.
          </Trans>{' '}
          <button
            type="button"
            onClick={ask}
            className="inline-block min-h-6 font-semibold underline underline-offset-4"
          >
            <Trans>Meet somewhere else</Trans>
          </button>
        </p>
      )}
      {isAsking ? (
        <PlaceDialog request={request} onClose={() => setAsking(false)} elseFocus={container} />
      ) : (
        <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      )}
    </div>
  );
}

/** Whether these are the words for a library or a corner: an address has a number that is no street's. */
const isPublicPlace = (address: string): boolean =>
  address.trim() !== '' && !/\p{Nd}/u.test(address.replaceAll(/\b\d+(?:st|nd|rd|th)\b/gi, ''));

type RevealedAddress = Extract<RevealInput, { readonly address: string }>;

/**
 * A public place is named, not revealed: nobody should read that their address was shared. With a point it is revealed,
 * so that the helper gets directions; many homes have no number either.
 */
const revealedAs = (known: RevealedAddress): RevealInput =>
  known.latitude === undefined && isPublicPlace(known.address) ? { meetingPoint: known.address } : known;

/** What the person typed when they asked, or their own address; empty on another device without one. */
function useKnownAddress(requestId: string): RevealedAddress {
  const { id, location, latitude, longitude } = useCurrentUser();
  const kept = keptRequestAddress(id);
  if (kept?.requestId === requestId) {
    const { address, ...point } = kept;
    return { address, latitude: point.latitude, longitude: point.longitude };
  }
  const point = latitude !== null && longitude !== null ? { latitude, longitude } : {};
  return { address: location ?? '', ...point };
}

/**
 * Asks where to meet: an address or a public place, which is the helper's alone. A place after the first one is told as
 * a meeting point, which the helper is notified of.
 */
export function PlaceDialog({
  request,
  ...dialog
}: ActionDialogProps & { readonly request: EmergencyRequest }) {
  const { t } = useLingui();
  const actions = useRevealAddress(request);
  const name = request.match?.helper.displayName ?? '';
  const [known] = useState(useKnownAddress(request.id));
  const isFirst = !isMeetingPlaceKnown(request);
  const [where, setWhere] = useState(isFirst ? known.address : (request.meetingPoint ?? ''));
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const revealedBy = (place: string): RevealInput => {
    if (!isFirst) return { meetingPoint: place };
    // the point belongs to the address that was known
    return revealedAs(place === known.address ? known : { address: place });
  };
  const confirm = () => {
    const place = where.trim();
    setMissing(place === '');
    if (place === '') field.current?.focus();
    else actions.run({ kind: 'reveal_address', revealed: revealedBy(place) }, dialog.onClose);
  };
  return (
    <ActionDialog
      {...dialog}
      title={<Trans>Where would you like to meet?</Trans>}
      description={
        <Trans>
          Only {name} can see it. It disappears a day after you get the food, or right away if the match ends.
        </Trans>
      }
      confirmLabel={<Trans>Tell {name}</Trans>}
      cancelLabel={<Trans>Not now</Trans>}
      actions={actions}
      kind="reveal_address"
      onConfirm={confirm}
    >
      <TextField
        ref={field}
        label={<Trans>Your address, or a public place</Trans>}
        hint={<Trans>A library, a station, a store.</Trans>}
        autoComplete="street-address"
        maxLength={MAX_PLACE_LENGTH}
        value={where}
        onChange={(event) => {
          setWhere(event.target.value);
          setMissing(false);
        }}
        error={isMissing ? t`Please name a place` : undefined}
      />
    </ActionDialog>
  );
}
