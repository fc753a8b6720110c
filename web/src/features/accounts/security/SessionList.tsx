import { Trans, useLingui } from '@lingui/react/macro';
import { endSession, listSessions, type Session } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { formatDayTime } from '#web/lib/format.ts';
import { HttpError, isNetworkError } from '#web/lib/http-error.ts';
import { toastError } from '#web/lib/unauthorized.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** As many as fit on the screen with the rest. */
const SHOWN_AT_FIRST = 4;

export function SessionList() {
  const sessions = useQuery(endpointQuery(listSessions));
  const [showsAll, setShowsAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const known = sessions.data ?? [];
  const shown = showsAll ? known : known.slice(0, SHOWN_AT_FIRST);
  const count = known.length;
  return (
    <section aria-labelledby="signed-in-at">
      <h3 ref={heading} id="signed-in-at" tabIndex={-1} className="font-semibold">
        <Trans>Where you're signed in</Trans>
      </h3>
      {sessions.isPending && <Skeleton className="mt-3 h-28 rounded-control" />}
      {sessions.isError && (
        <QueryError of={sessions} title={<Trans>We couldn't load where you're signed in</Trans>} />
      )}
      <ul className="mt-1 flex flex-col divide-y divide-line">
        {shown.map((session) => (
          // Keeps focus in the list when the focused line disappears.
          <SessionLine key={session.id} session={session} onEnded={() => heading.current?.focus()} />
        ))}
      </ul>
      {count > shown.length && (
        <Button variant="quiet" onClick={() => setShowsAll(true)}>
          <Trans>Show all {count} devices</Trans>
        </Button>
      )}
    </section>
  );
}

function SessionLine({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { t } = useLingui();
  const device = session.device ?? t`Unknown device`;
  const since = formatDayTime(session.createdAt, useNow());
  const ending = useMutation({
    mutationFn: () => call(endSession, { params: { id: session.id } }),
    onSuccess: () => {
      toast({ title: t`${device} is signed out` });
      onEnded();
    },
    onError: (error) => {
      // Already ended, which is the wanted result.
      if (error instanceof HttpError && error.status === 404) onEnded();
      else
        toastError(
          error,
          isNetworkError(error)
            ? t`We don't know if ${device} is signed out`
            : t`${device} is still signed in`,
        );
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <MonitorSmartphone className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{device}</span>
        <span className="block text-sm text-muted">
          <Trans>since {since}</Trans>
        </span>
      </span>
      {session.isCurrent ? (
        <Badge tone="fresh">
          <Trans>This device</Trans>
        </Badge>
      ) : (
        <Button
          variant="secondary"
          busy={ending.isPending || ending.isSuccess}
          aria-label={t`Sign out ${device}, signed in since ${since}`}
          onClick={() => ending.mutate()}
        >
          <Trans>Sign Out</Trans>
        </Button>
      )}
    </li>
  );
}
