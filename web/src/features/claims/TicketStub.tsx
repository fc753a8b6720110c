import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { classNames } from '#web/ui/class-names.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { TicketCode } from './TicketCode.tsx';

/** What a card folds into once claimed: when to come, the code, and the way to the conversation. */
export function TicketStub({ claim }: { readonly claim: Claim }) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { listing, code } = claim;
  return (
    <div
      className={classNames(
        'relative -mx-4 -mb-4 animate-pop-in border-t-2 border-dashed border-brand bg-brand-soft p-4 text-brand-soft-ink',
        // the two notches of a ticket, punched out of the card's edges
        'before:absolute before:-start-2.5 before:-top-2.75 before:size-5 before:rounded-full before:bg-bg',
        'after:absolute after:-end-2.5 after:-top-2.75 after:size-5 after:rounded-full after:bg-bg',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm">
            <Trans>Claimed by you: {formatServings(claim.servings)}</Trans>
          </p>
          <p className="font-semibold first-letter:uppercase">
            {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
          </p>
        </div>
        {code && <TicketCode code={code} />}
      </div>
      <LinkButton
        href={paths.conversation(claim.conversationId)}
        variant="secondary"
        wide
        className="mt-3"
        aria-label={t`Go to messages about ${listing.title}`}
      >
        <Trans>Go to messages</Trans>
      </LinkButton>
    </div>
  );
}
