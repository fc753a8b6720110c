import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/emergency-contract.ts';
import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { useKeptFocus } from '#web/features/claims/use-kept-focus.ts';
import { WhatTheySee } from './MatchPlace.tsx';
import { ShareWhere } from './ShareWhere.tsx';
import { useRequestMove } from './use-request-move.ts';

/** For food that one could pick up: the way to have it brought, or to meet elsewhere, folded while nobody wants it. */
export function ShareWhereLater({ request }: { readonly request: EmergencyRequest }) {
  const making = useRequestMove(request);
  const whole = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(whole, String(request.placeShared));
  return (
    <div ref={whole} tabIndex={-1} {...keptFocus} className="outline-none">
      <details className="group/where">
        <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-small font-semibold [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-5 shrink-0 transition-transform duration-150 group-open/where:rotate-90 rtl:-scale-x-100"
          />
          <Trans>You cannot pick it up?</Trans>
        </summary>
        <div className="flex flex-col gap-3 pt-1 pb-2">
          <p className="text-sm text-muted">
            <Trans>Ask whether it can be brought to you, or to a place near you, and say where.</Trans>
          </p>
          <WhatTheySee request={request} />
          <ShareWhere request={request} making={making} elseFocus={whole} />
        </div>
      </details>
    </div>
  );
}
