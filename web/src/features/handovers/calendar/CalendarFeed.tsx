import { Trans, useLingui } from '@lingui/react/macro';
import {
  createCalendarFeed,
  getCalendarFeed,
  revokeCalendarFeed,
} from '@openlarder/domain/handovers/calendar-contract.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast-store.ts';

const feedQuery = endpointQuery(getCalendarFeed);

/** The private URL of a person's pickups for calendar programs: create, copy, renew, revoke. */
export function CalendarFeed() {
  const query = useQuery(feedQuery);
  return (
    <section aria-labelledby="calendar" className="flex flex-col gap-3">
      <h2 id="calendar" className="text-xl">
        <Trans>Calendar</Trans>
      </h2>
      <p className="text-muted">
        <Trans>
          A private address for your calendar program: it shows what you are going to pick up and hand over,
          and keeps itself up to date.
        </Trans>
      </p>
      {query.isPending && <Skeleton className="h-11 w-56 rounded-control" />}
      {query.isError && (
        <ErrorState
          title={<Trans>We could not load your calendar.</Trans>}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        >
          {errorMessage(query.error)}
        </ErrorState>
      )}
      {query.data && <FeedUrl url={query.data.url} />}
    </section>
  );
}

function FeedUrl({ url }: { readonly url: string | null }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [openDialog, setOpenDialog] = useState<'renew' | 'revoke' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const createMutation = useMutation({
    mutationFn: () => call(createCalendarFeed),
    onSuccess: (made) => {
      const isNew = url !== null;
      queryClient.setQueryData(feedQuery.queryKey, made);
      setOpenDialog(null);
      toast({
        title: isNew ? t`You have a new address` : t`Your calendar address is made`,
        description: isNew ? t`The old one works no more.` : t`Copy it into your calendar program.`,
        tone: 'success',
      });
    },
    onError: (error) => {
      handleUnauthorized(error);
    },
  });
  const revokeMutation = useMutation({
    mutationFn: () => call(revokeCalendarFeed),
    onSuccess: () => {
      queryClient.setQueryData(feedQuery.queryKey, { url: null });
      setOpenDialog(null);
      toast({ title: t`Your calendar address works no more` });
    },
    onError: (error) => {
      handleUnauthorized(error);
    },
  });
  const failure = createMutation.error ?? revokeMutation.error;
  const problem = failure && (
    <Notice tone="error" announce>
      {errorMessage(failure)}
    </Notice>
  );
  const openDialogFor = (what: typeof openDialog) => {
    createMutation.reset();
    revokeMutation.reset();
    setOpenDialog(what);
  };
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url ?? '');
      toast({ title: t`Copied`, tone: 'success' });
    } catch {
      // Some browsers deny clipboard access: the URL is selected for copying by hand.
      toast({ title: t`Please copy the address yourself`, description: t`It is marked already.` });
    }
  };

  if (url === null)
    return (
      <>
        {problem}
        <Button
          variant="secondary"
          className="self-start"
          busy={createMutation.isPending}
          onClick={() => createMutation.mutate()}
        >
          <CalendarPlus aria-hidden="true" className="size-5" />
          <Trans>Make a calendar address</Trans>
        </Button>
      </>
    );
  return (
    <>
      <TextField
        ref={field}
        label={t`Your calendar address`}
        hint={t`Whoever has it can see your pickups, so keep it to yourself. No home addresses are in it.`}
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-5" />
          <Trans>Copy</Trans>
        </Button>
        <Button variant="secondary" onClick={() => openDialogFor('renew')}>
          <Trans>Make a new address</Trans>
        </Button>
        <Button variant="quiet" onClick={() => openDialogFor('revoke')}>
          <Trans>End it</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={openDialog === 'renew'}
        onOpenChange={() => setOpenDialog(null)}
        title={<Trans>Make a new address?</Trans>}
        description={
          <Trans>
            The old one stops working at once, wherever it is in use. You give the new one to your calendar
            program.
          </Trans>
        }
        confirmLabel={<Trans>Make a new address</Trans>}
        cancelLabel={<Trans>Keep the old one</Trans>}
        busy={createMutation.isPending}
        onConfirm={() => createMutation.mutate()}
      >
        {problem}
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === 'revoke'}
        onOpenChange={() => setOpenDialog(null)}
        title={<Trans>End your calendar address?</Trans>}
        description={
          <Trans>
            Your calendar program no longer hears of your pickups. You can make a new address later.
          </Trans>
        }
        confirmLabel={<Trans>End it</Trans>}
        cancelLabel={<Trans>Keep it</Trans>}
        danger
        busy={revokeMutation.isPending}
        onConfirm={() => revokeMutation.mutate()}
      >
        {problem}
      </ConfirmDialog>
    </>
  );
}
