import { Trans, useLingui } from '@lingui/react/macro';
import {
  createCalendarFeed,
  getCalendarFeed,
  revokeCalendarFeed,
} from '@openlarder/domain/handovers/calendar-contract.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { call, type ResponseOf } from '#web/lib/call.ts';
import { cancelRefetches } from '#web/lib/query-client.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast-store.ts';

const feedQuery = endpointQuery(getCalendarFeed);

function cacheFeed(queryClient: QueryClient, feed: ResponseOf<typeof getCalendarFeed>): void {
  const { queryKey } = feedQuery;
  cancelRefetches(queryClient, { queryKey });
  queryClient.setQueryData(queryKey, feed);
}

/** The private URL of a person's pickups for calendar programs: create, copy, renew, revoke. */
export function CalendarFeed() {
  const query = useQuery(feedQuery);
  return (
    <Section title={<Trans>Calendar</Trans>} className="flex flex-col gap-3">
      <p className="text-muted">
        <Trans>
          A private link for your calendar app. It shows your pickups and handovers and stays up to date.
        </Trans>
      </p>
      {query.isPending && <Skeleton className="h-11 w-56 rounded-control" />}
      {query.isError && <QueryError of={query} title={<Trans>We couldn't load your calendar.</Trans>} />}
      {query.data && <FeedUrl url={query.data.url} />}
    </Section>
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
      cacheFeed(queryClient, made);
      setOpenDialog(null);
      toast({
        title: isNew ? t`You have a new link` : t`Your calendar link is ready`,
        description: isNew ? t`The old one doesn't work anymore.` : t`Copy it into your calendar app.`,
        tone: 'success',
      });
    },
  });
  const revokeMutation = useMutation({
    mutationFn: () => call(revokeCalendarFeed),
    onSuccess: () => {
      cacheFeed(queryClient, { url: null });
      setOpenDialog(null);
      toast({ title: t`Your calendar link is off` });
    },
  });
  const failure = createMutation.error ?? revokeMutation.error;
  const problem = <ErrorNotice>{failure && errorMessage(failure)}</ErrorNotice>;
  const openDialogFor = (what: typeof openDialog) => {
    createMutation.reset();
    revokeMutation.reset();
    setOpenDialog(what);
  };
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url ?? '');
      toast({ title: t`Link copied`, tone: 'success' });
    } catch {
      // Some browsers deny clipboard access: the URL is selected for copying by hand.
      toast({ title: t`Please copy the link yourself`, description: t`It's already selected.` });
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
          <CalendarPlus className="size-5" />
          <Trans>Create calendar link</Trans>
        </Button>
      </>
    );
  return (
    <>
      <TextField
        ref={field}
        label={t`Your calendar link`}
        hint={t`Anyone who has it can see your pickups, so keep it to yourself. It never shows home addresses.`}
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy className="size-5" />
          <Trans>Copy link</Trans>
        </Button>
        <Button variant="secondary" onClick={() => openDialogFor('renew')}>
          <Trans>Create new link</Trans>
        </Button>
        <Button variant="quiet" onClick={() => openDialogFor('revoke')}>
          <Trans>Turn off link</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={openDialog === 'renew'}
        onOpenChange={() => setOpenDialog(null)}
        title={<Trans>Create a new link?</Trans>}
        description={
          <Trans>
            The old link stops working right away, everywhere you use it. Add the new one to your calendar
            app.
          </Trans>
        }
        confirmLabel={<Trans>Create new link</Trans>}
        cancelLabel={<Trans>Keep the old link</Trans>}
        busy={createMutation.isPending}
        onConfirm={() => createMutation.mutate()}
      >
        {problem}
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === 'revoke'}
        onOpenChange={() => setOpenDialog(null)}
        title={<Trans>Turn off your calendar link?</Trans>}
        description={
          <Trans>Your calendar app won't show your pickups anymore. You can create a new link later.</Trans>
        }
        confirmLabel={<Trans>Turn off link</Trans>}
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
