import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MapPin, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { partnerQuery } from '../partners.queries.ts';
import { HoursNow } from './PartnerHours.tsx';

type Props = {
  readonly id: string;
  /** Whether there is nothing of theirs; undefined while that is unknown. */
  readonly isEmpty: boolean | undefined;
  readonly onEveryone: () => void;
  /** Shown instead for a giver who is no organization. */
  readonly otherwise: ReactNode;
};

/** Above the food of one organization: its name, address and hours, and what to expect without food. */
export function PartnerHead({ id, isEmpty, onEveryone, otherwise }: Props) {
  const { data: partner, isPending } = useQuery(partnerQuery(id));
  if (!partner) return isPending ? null : otherwise;
  const { name, address, hours } = partner;
  return (
    <Card as="section" aria-labelledby="partner" className="flex flex-col gap-1">
      <h2 id="partner" className="text-xl wrap-anywhere">
        <bdi translate="no">{name}</bdi>
      </h2>
      {isEmpty === true && (
        <p>
          <Trans>Nothing left right now. What they share next shows up here by itself.</Trans>
        </p>
      )}
      {address && (
        <p className="flex items-center gap-2 text-muted">
          <MapPin aria-hidden="true" className="size-5 shrink-0" />
          <bdi translate="no">{address}</bdi>
        </p>
      )}
      <HoursNow hours={hours} />
      <Button variant="quiet" className="-mx-4 -mb-2 self-start" onClick={onEveryone}>
        <X aria-hidden="true" className="size-5" />
        <Trans>Show everyone's food</Trans>
      </Button>
    </Card>
  );
}
