import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/emergency-contract.ts';
import { MAX_PLACE_LENGTH } from '@openlarder/domain/kernel/text.ts';
import { MapPin, Store } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { MoveDialog } from '#web/features/claims/MoveDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { useRequestMove } from './use-request-move.ts';

type Props = {
  readonly request: EmergencyRequest;
  readonly making: ReturnType<typeof useRequestMove>;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/** Tells the helper where: the address, or a public place instead. Nothing is shown before one of the two is pressed. */
export function ShareWhere({ request, making, elseFocus }: Props) {
  const [asks, setAsks] = useState<'address' | 'meeting' | null>(null);
  const name = request.match?.helper.displayName ?? '';
  const ask = (what: typeof asks) => {
    making.forget();
    setAsks(what);
  };
  const dialog = { making, name, onClose: () => setAsks(null), elseFocus };
  return (
    <div className="flex flex-wrap gap-2">
      {!request.placeShared && (
        <Button variant="secondary" className="max-sm:flex-auto" onClick={() => ask('address')}>
          <MapPin aria-hidden="true" className="size-5" />
          <Trans>Share my address</Trans>
        </Button>
      )}
      <Button variant="secondary" className="max-sm:flex-auto" onClick={() => ask('meeting')}>
        <Store aria-hidden="true" className="size-5" />
        {request.meetingPoint ? <Trans>Meet somewhere else</Trans> : <Trans>Meet somewhere public</Trans>}
      </Button>
      {asks === 'address' && <ShareAddress {...dialog} address={request.pickupLocation} />}
      {asks === 'meeting' && <MeetSomewhere {...dialog} known={request.meetingPoint ?? ''} />}
    </div>
  );
}

type DialogProps = {
  readonly making: ReturnType<typeof useRequestMove>;
  readonly name: string;
  readonly onClose: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

function ShareAddress({
  making,
  name,
  onClose,
  elseFocus,
  address,
}: DialogProps & { readonly address: string }) {
  return (
    <MoveDialog
      open
      onClose={onClose}
      title={<Trans>Share your address with {name}?</Trans>}
      description={
        <Trans>
          Only {name} sees “{address}” and the place on a map, until a day after you got the food. It ends at
          once when the match ends otherwise.
        </Trans>
      }
      confirmLabel={<Trans>Share my address</Trans>}
      cancelLabel={<Trans>Not now</Trans>}
      busy={making.moving !== null}
      problem={making.problem}
      onConfirm={() => making.move({ kind: 'share_place', meetingPoint: '' }, onClose)}
      elseFocus={elseFocus}
    />
  );
}

function MeetSomewhere({
  making,
  name,
  onClose,
  elseFocus,
  known,
}: DialogProps & { readonly known: string }) {
  const { t } = useLingui();
  const [where, setWhere] = useState(known);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const confirm = () => {
    const meetingPoint = where.trim();
    setMissing(meetingPoint === '');
    if (meetingPoint === '') field.current?.focus();
    else making.move({ kind: 'share_place', meetingPoint }, onClose);
  };
  return (
    <MoveDialog
      open
      onClose={onClose}
      title={<Trans>Where would you like to meet?</Trans>}
      description={<Trans>Only {name} reads it. Your address stays yours.</Trans>}
      confirmLabel={<Trans>Tell {name}</Trans>}
      cancelLabel={<Trans>Not now</Trans>}
      busy={making.moving !== null}
      problem={making.problem}
      onConfirm={confirm}
      elseFocus={elseFocus}
    >
      <TextField
        ref={field}
        id={id}
        label={<Trans>Public place to meet</Trans>}
        hint={<Trans>A station, a library, a shop, and when.</Trans>}
        autoComplete="off"
        maxLength={MAX_PLACE_LENGTH}
        value={where}
        onChange={(event) => {
          setWhere(event.target.value);
          setMissing(false);
        }}
        error={isMissing ? t`Please name a place` : undefined}
      />
    </MoveDialog>
  );
}
