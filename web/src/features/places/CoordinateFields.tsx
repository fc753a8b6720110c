import { Trans, useLingui } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { parseDegrees, positionInText } from './position-in-text.ts';

type Props = {
  readonly point: GeoPoint | null;
  readonly onChange: (point: GeoPoint) => void;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

/** Two fields, of which either takes what other maps copy: both numbers, or a link. Null for one number alone. */
const pastedPosition = (text: string): GeoPoint | null =>
  parseDegrees(text, 180) === null ? positionInText(text) : null;

/** Latitude and longitude by hand or pasted from another map, for a device without geolocation. */
export function CoordinateFields({ point, onChange, open, onOpenChange }: Props) {
  const { t } = useLingui();
  const pinned = point ? `${point.latitude} ${point.longitude}` : '';
  // The typed text stays until the pin moves.
  const [draft, setDraft] = useState<{ latitude: string; longitude: string; over: string } | null>(null);
  const [asked, setAsked] = useState(false);
  const [isLinkUnread, setLinkUnread] = useState(false);
  const shown =
    draft?.over === pinned
      ? draft
      : { latitude: String(point?.latitude ?? ''), longitude: String(point?.longitude ?? '') };
  const type = (change: { latitude?: string; longitude?: string }) => {
    setLinkUnread(false);
    setDraft({ latitude: shown.latitude, longitude: shown.longitude, ...change, over: pinned });
  };
  const { latitude, longitude } = shown;

  const read = { latitude: parseDegrees(latitude, 90), longitude: parseDegrees(longitude, 180) };
  const place = (position: GeoPoint) => {
    setDraft(null);
    setAsked(false);
    setLinkUnread(false);
    onChange(position);
  };
  const take = () => {
    const whole = pastedPosition(latitude) ?? pastedPosition(longitude);
    if (whole) place(whole);
    else if (read.latitude !== null && read.longitude !== null)
      place({ latitude: read.latitude, longitude: read.longitude });
    else setAsked(true);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    const whole = pastedPosition(text);
    const isLink = /^\s*(https?|geo):/i.test(text);
    if (!whole && !isLink) return;
    event.preventDefault();
    if (whole) place(whole);
    else setLinkUnread(true);
  };
  // Enter moves the pin; it must not submit the form around it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take();
  };
  return (
    <details open={open} onToggle={(event) => onOpenChange(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 items-center py-2 text-sm font-semibold text-muted underline underline-offset-4">
        <Trans>Enter coordinates</Trans>
      </summary>
      <div className="grid grid-cols-2 gap-3 pt-1">
        <p className="col-span-2 text-sm text-muted" aria-live="polite">
          {isLinkUnread ? (
            <Trans>There are no coordinates in this link. Paste two numbers such as 52.52, 13.405.</Trans>
          ) : (
            <Trans>You can paste the coordinates or a link of another map into either field.</Trans>
          )}
        </p>
        <TextField
          label={<Trans>Latitude</Trans>}
          inputMode="text"
          autoComplete="off"
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          value={latitude}
          onChange={(event) => type({ latitude: event.target.value })}
          error={asked && read.latitude === null ? t`Enter a latitude between -90 and 90` : undefined}
        />
        <TextField
          label={<Trans>Longitude</Trans>}
          inputMode="text"
          autoComplete="off"
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          value={longitude}
          onChange={(event) => type({ longitude: event.target.value })}
          error={asked && read.longitude === null ? t`Enter a longitude between -180 and 180` : undefined}
        />
        <Button variant="secondary" className="col-span-2" onClick={take}>
          <Trans>Place the pin there</Trans>
        </Button>
      </div>
    </details>
  );
}
