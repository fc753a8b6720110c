import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { MAX_PLACE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { ChevronRight, MapPin, Store } from 'lucide-react';
import { useId, useRef, useState } from 'react';
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
import { RevealedAddressNote } from './MatchAddress.tsx';
import { keptRequestAddress } from '../request-address.ts';
import { mayRevealAddress } from './request-actions.ts';
import { type RevealInput, type RevealState, useRevealAddress } from './RequestActions.tsx';

type RevealAddressButtonsProps = {
  readonly request: EmergencyRequest;
  /** False beside what comes first. */
  readonly isPrimary?: boolean;
};

/** Reveals the address with one tap where it is known; else asks for it. Or names a public meeting point. */
export function RevealAddressButtons({ request, isPrimary = true }: RevealAddressButtonsProps) {
  const actions = useRevealAddress(request);
  const container = useRef<HTMLDivElement>(null);
  const focusRecovery = useFocusRecovery(container, String(request.placeShared));
  const [openDialog, setOpenDialog] = useState<PlaceDialogKind | null>(null);
  const known = useKnownAddress(request.id);
  const name = nameInSentence(request.match?.helper.displayName ?? '');
  const ask = (what: PlaceDialogKind) => {
    actions.reset();
    setOpenDialog(what);
  };
  if (!mayRevealAddress(request)) return null;
  const isKnown = known.address.trim() !== '';
  const isHidden = !request.placeShared;
  const isPublic = isPublicPlace(known.address);
  const revealNow = () => {
    if (isKnown) actions.run({ kind: 'reveal_address', revealed: known });
    else ask('address');
  };
  return (
    <div
      ref={container}
      tabIndex={-1}
      {...focusRecovery}
      className="flex w-full flex-col gap-1 text-start outline-none"
    >
      <div className="flex flex-wrap gap-2">
        {isHidden && (
          <Button
            variant={isPrimary ? 'primary' : 'secondary'}
            className="max-sm:flex-auto"
            busy={actions.running !== null && openDialog === null}
            onClick={revealNow}
          >
            <MapPin className="size-5 max-sm:hidden" />
            {isPublic ? <Trans>Share where to meet</Trans> : <Trans>Share my address</Trans>}
          </Button>
        )}
        <Button
          variant={isPrimary && !isPublic ? 'secondary' : 'quiet'}
          className="max-sm:flex-auto"
          onClick={() => ask('meeting')}
        >
          <Store className="size-5 max-sm:hidden" />
          {request.meetingPoint ? <Trans>Meet somewhere else</Trans> : <Trans>Meet somewhere public</Trans>}
        </Button>
      </div>
      {isHidden && isKnown && (
        <p className="text-sm wrap-anywhere text-muted">
          <Trans>
            Only {name} will see “{known.address}”, until a day after you get the food.
          </Trans>{' '}
          <button
            type="button"
            onClick={() => ask('address')}
            className="inline-block min-h-6 font-semibold underline underline-offset-4"
          >
            <Trans>Use another address</Trans>
          </button>
        </p>
      )}
      {openDialog === null && (
        <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      )}
      {openDialog !== null && (
        <PlaceDialog
          kind={openDialog}
          request={request}
          onClose={() => setOpenDialog(null)}
          elseFocus={container}
        />
      )}
    </div>
  );
}

/** Whether these are the words for a library or a corner: an address has a number that is no street's. */
const isPublicPlace = (address: string): boolean =>
  address.trim() !== '' && !/\d/.test(address.replaceAll(/\b\d+(?:st|nd|rd|th)\b/gi, ''));

type PlaceDialogKind = 'address' | 'meeting';

export function PlaceDialog({
  kind,
  request,
  ...dialog
}: ActionDialogProps & { readonly kind: PlaceDialogKind; readonly request: EmergencyRequest }) {
  const actions = useRevealAddress(request);
  const name = request.match?.helper.displayName ?? '';
  const { location } = useCurrentUser();
  const typed = useKnownAddress(request.id).address;
  // a meeting point is kept longer than an address: what may be a home is not suggested as one
  const besideHome = location !== null && typed.trim() !== location.trim() ? typed : '';
  return kind === 'address' ? (
    <RevealAddressDialog {...dialog} actions={actions} name={name} requestId={request.id} />
  ) : (
    <MeetingPointDialog
      {...dialog}
      actions={actions}
      name={name}
      known={request.meetingPoint ?? besideHome}
    />
  );
}

type RevealedAddress = Extract<RevealInput, { readonly address: string }>;
type DialogProps = ActionDialogProps & { readonly actions: RevealState; readonly name: string };

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

function RevealAddressDialog({
  actions,
  name,
  requestId,
  ...dialog
}: DialogProps & { readonly requestId: string }) {
  const { t } = useLingui();
  const [known] = useState(useKnownAddress(requestId));
  const [typed, setTyped] = useState(known.address);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const confirm = () => {
    const address = typed.trim();
    setMissing(address === '');
    if (address === '') {
      field.current?.focus();
      return;
    }
    const { latitude, longitude } = known;
    // the point belongs to the address that was known
    const isKnown = address === known.address && latitude !== undefined && longitude !== undefined;
    const revealed = { address, ...(isKnown && { latitude, longitude }) };
    actions.run({ kind: 'reveal_address', revealed }, dialog.onClose);
  };
  return (
    <ActionDialog
      {...dialog}
      title={<Trans>Share your address with {name}?</Trans>}
      description={
        <Trans>
          Only {name} can see it. It disappears a day after you get the food, or right away if the match ends.
        </Trans>
      }
      confirmLabel={<Trans>Share my address</Trans>}
      cancelLabel={<Trans>Not now</Trans>}
      actions={actions}
      kind="reveal_address"
      onConfirm={confirm}
    >
      <TextField
        ref={field}
        id={id}
        label={<Trans>Your address</Trans>}
        autoComplete="street-address"
        maxLength={MAX_PLACE_LENGTH}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setMissing(false);
        }}
        error={isMissing ? t`Please enter your address` : undefined}
      />
    </ActionDialog>
  );
}

function MeetingPointDialog({ actions, name, known, ...dialog }: DialogProps & { readonly known: string }) {
  const { t } = useLingui();
  const [where, setWhere] = useState(known);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const confirm = () => {
    const meetingPoint = where.trim();
    setMissing(meetingPoint === '');
    if (meetingPoint === '') field.current?.focus();
    else actions.run({ kind: 'reveal_address', revealed: { meetingPoint } }, dialog.onClose);
  };
  return (
    <ActionDialog
      {...dialog}
      title={<Trans>Where would you like to meet?</Trans>}
      description={<Trans>Only {name} can read it. Your address stays private.</Trans>}
      confirmLabel={<Trans>Tell {name}</Trans>}
      cancelLabel={<Trans>Not now</Trans>}
      actions={actions}
      kind="reveal_address"
      onConfirm={confirm}
    >
      <TextField
        ref={field}
        id={id}
        label={<Trans>Public place to meet</Trans>}
        hint={<Trans>A library, a station, a store, and when.</Trans>}
        autoComplete="off"
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

/** For a match with a claim, whose food is picked up: lets the requester have it brought, or meet elsewhere. */
export function RevealAddressLater({ request }: { readonly request: EmergencyRequest }) {
  return (
    <details className="group/where">
      <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-small font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-5 shrink-0 transition-transform duration-150 group-open/where:rotate-90 rtl:-scale-x-100 rtl:group-open/where:-rotate-90" />
        <Trans>Can't pick it up?</Trans>
      </summary>
      <div className="flex flex-col gap-3 pt-1 pb-2">
        <p className="text-sm text-muted">
          <Trans>Ask if they can bring it to you, or to a place near you, and say where.</Trans>
        </p>
        <RevealedAddressNote request={request} />
        <RevealAddressButtons request={request} />
      </div>
    </details>
  );
}
