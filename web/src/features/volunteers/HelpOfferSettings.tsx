import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { HelpOfferFields } from './HelpOfferFields.tsx';
import { helpOfferQuery, isOffering, NOTHING_OFFERED, useSaveHelpOffer } from './help-offer.queries.ts';

type Props = {
  /** Whether the person is a volunteer; others see it while they have something in it. */
  readonly isVolunteer: boolean;
};

/** When, where and how the person can help: to read, change and delete. */
export function HelpOfferSettings({ isVolunteer }: Props) {
  const { data: known, isError, error, isFetching, refetch } = useQuery(helpOfferQuery);
  const [draft, setDraft] = useState<typeof NOTHING_OFFERED | null>(null);
  const save = useSaveHelpOffer();
  const offer = draft ?? known;
  if (!isVolunteer && !(known && isOffering(known))) return null;
  const put = (change: typeof NOTHING_OFFERED, done: 'saved' | 'deleted') =>
    save.mutate(change, {
      onSuccess: () => {
        setDraft(null);
        toast({ title: done === 'saved' ? <Trans>Saved</Trans> : <Trans>Deleted</Trans>, tone: 'success' });
      },
      onError: (failed) => {
        if (!isUnauthorized(failed)) toast({ title: errorMessage(failed), tone: 'destructive' });
      },
    });
  return (
    <section aria-labelledby="help-offer">
      <h2 id="help-offer" className="text-xl">
        <Trans>When I can help</Trans>
      </h2>
      <p className="mt-1 mb-5 text-muted">
        <Trans>Only you and the organizers see this. Leave out whatever you like.</Trans>
      </p>
      {offer ? (
        <>
          <HelpOfferFields offer={offer} onChange={setDraft} />
          <div className="mt-6 flex flex-wrap gap-3">
            <Button
              busy={save.isPending}
              onClick={() => {
                const { days, times, area, transport } = offer;
                put({ days, times, area, transport }, 'saved');
              }}
            >
              <Trans>Save</Trans>
            </Button>
            {known && isOffering(known) && (
              <Button
                variant="quiet"
                disabled={save.isPending}
                onClick={() => put(NOTHING_OFFERED, 'deleted')}
              >
                <Trans>Delete my answer</Trans>
              </Button>
            )}
          </div>
        </>
      ) : isError ? (
        <ErrorState
          title={<Trans>We couldn't load your answer.</Trans>}
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </section>
  );
}
