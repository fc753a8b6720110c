import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { MAX_PLACE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { isSameAddress } from '@openlarder/domain/places/same-address.ts';
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
  const known = useKnownPlace(request.id);
  const words = wordsOf(known);
  const name = nameInSentence(request.match?.helper.displayName ?? '');
  if (!mayRevealAddress(request)) return null;
  const isKnown = !isRevealed && words.trim() !== '';
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
        onClick={isKnown ? () => actions.run({ kind: 'reveal_address', revealed: known }) : ask}
      >
        <MapPin className="size-5 max-sm:hidden" />
        {isRevealed ? (
          <Trans>Meet somewhere else</Trans>
        ) : isKnown && 'address' in known ? (
          <Trans>Share my address</Trans>
        ) : (
          <Trans>Share where to meet</Trans>
        )}
      </Button>
      {isKnown && (
        <p className="text-sm wrap-anywhere text-muted">
          <Trans>
            Only {name} will see “{words}”, until a day after you get the food.
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

/**
 * A public place is named, not revealed: nobody should read that their address was shared, nor show where they were when
 * they named a library.
 */
const revealedAs = (address: string, point: Partial<GeoPoint> = {}): RevealInput =>
  isPublicPlace(address) ? { meetingPoint: address } : { address, ...point };

const wordsOf = (revealed: RevealInput): string =>
  'address' in revealed ? revealed.address : revealed.meetingPoint;

/**
 * What the person typed when they asked, or their own address; empty on another device without one. The point of the
 * saved home goes with the saved words, also where they have no number, and with no others.
 */
function useKnownPlace(requestId: string): RevealInput {
  const { id, location, latitude, longitude } = useCurrentUser();
  const kept = keptRequestAddress(id);
  const home = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  const address = kept?.requestId === requestId ? kept.address : (location ?? '');
  const point = kept?.requestId === requestId ? { latitude: kept.latitude, longitude: kept.longitude } : home;
  if (home === null || point?.latitude !== latitude || point.longitude !== longitude)
    return revealedAs(address, point ?? {});
  return isSameAddress(address, location ?? '') ? { address, ...home } : revealedAs(address);
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
  const [known] = useState(useKnownPlace(request.id));
  const isFirst = !isMeetingPlaceKnown(request);
  const [where, setWhere] = useState(isFirst ? wordsOf(known) : (request.meetingPoint ?? ''));
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const revealedBy = (place: string): RevealInput => {
    if (!isFirst) return { meetingPoint: place };
    // the point belongs to the address that was known
    return place === wordsOf(known) ? known : revealedAs(place);
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
