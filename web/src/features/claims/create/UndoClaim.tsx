import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { releaseHandover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cacheHandover } from '#web/features/handovers/handover-cache.ts';
import { call } from '#web/lib/call.ts';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';

export function UndoClaim({ claim }: { readonly claim: Claim }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { listing, handover } = claim;
  const undo = useMutation({
    mutationFn: () =>
      call(releaseHandover, { params: { id: handover.id }, body: { reason: 'no_longer_needed' } }),
    onSuccess: (released) => cacheHandover(queryClient, released),
  });
  const error = undo.error && !isUnauthorized(undo.error) ? errorMessage(undo.error) : null;
  return (
    <>
      <Button
        variant="quiet"
        busy={undo.isPending}
        aria-label={t`Undo: cancel my claim of ${listing.title}`}
        onClick={() => undo.mutate()}
        className="underline underline-offset-4"
      >
        <Trans>Undo</Trans>
      </Button>
      {error && (
        <p role="alert" className="w-full text-sm font-medium">
          {error}
        </p>
      )}
    </>
  );
}
