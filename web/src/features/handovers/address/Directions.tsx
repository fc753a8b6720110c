import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { Copy, Navigation } from 'lucide-react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** Some browsers deny clipboard access: then it says so, with the address to copy by hand. */
export async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: t`Address copied`, tone: 'success' });
  } catch {
    toast({ title: t`Please copy the address yourself`, description: address });
  }
}

/** Opens the way there in the device's own maps, which get the place and no name. */
export const DirectionsLink = ({
  to,
  variant,
}: {
  readonly to: Destination;
  readonly variant: 'primary' | 'secondary';
}) => (
  <LinkButton href={directionsHref(to)} leaves variant={variant} className="flex-auto">
    <Navigation className="size-5 shrink-0 max-sm:hidden" />
    <Trans>Directions</Trans>
  </LinkButton>
);

/** Copies the address; only an icon. */
export function CopyAddress({ address }: { readonly address: string }) {
  const { t: say } = useLingui();
  return (
    <IconButton
      label={say`Copy address`}
      icon={<Copy />}
      className="border border-control bg-surface"
      onClick={() => void copyAddress(address)}
    />
  );
}

/** What other services learn if the directions are opened. */
export const MapsHint = () => (
  <p className="text-xs text-muted">
    <Trans>Your maps app may remember this.</Trans>
  </p>
);

/** A point, or a place in someone's own words, which the map app looks up. */
export type Destination = GeoPoint | string;

/** A link that opens the way to a place in the map app of this kind of device, or in a map page on a computer. */
export function directionsHref(to: Destination, userAgent = navigator.userAgent): string {
  const isPoint = typeof to !== 'string';
  const place = isPoint ? `${to.latitude},${to.longitude}` : encodeURIComponent(to);
  if (/android/i.test(userAgent)) return `geo:${isPoint ? place : '0,0'}?q=${place}`;
  if (/iphone|ipad|macintosh/i.test(userAgent)) return `https://maps.apple.com/?daddr=${place}`;
  return isPoint
    ? `https://www.openstreetmap.org/directions?to=${place}`
    : `https://www.openstreetmap.org/search?query=${place}`;
}
