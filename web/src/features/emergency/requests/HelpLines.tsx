import { Trans } from '@lingui/react/macro';
import type { HelpLine } from '@openlarder/domain/emergency/request-contract.ts';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Phone } from 'lucide-react';
import { useId } from 'react';
import { telHref } from '#web/lib/format.ts';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { requestLimitsQuery } from '../emergency.queries.ts';

const linkStyle =
  'inline-flex min-h-11 items-center gap-2 font-semibold wrap-anywhere text-brand underline underline-offset-4';

/** Other sources of help, or the way to load them again. */
export function LoadedHelpLines() {
  const limits = useQuery(requestLimitsQuery);
  if (limits.data) return <HelpLines lines={limits.data.helpLines} />;
  if (limits.isPending) return <Skeleton className="h-20 rounded-control" />;
  return <QueryError of={limits} title={<Trans>We couldn't load other places to find help.</Trans>} />;
}

function HelpLines({ lines }: { readonly lines: readonly HelpLine[] }) {
  const titleId = useId();
  const isOrganizer = useQuery(currentUserQuery).data?.isAdmin === true;
  const howToAdd = isOrganizer && (
    <p className="px-4 py-3 text-sm text-muted">
      <Trans>
        You organize this community. Add the help lines that people here know, with the setting{' '}
        <code translate="no">HELP_LINES</code> on the server; they stand first.
      </Trans>
    </p>
  );
  if (lines.length === 0)
    return (
      <>
        <p className="px-4 py-3">
          <Trans>
            We don't know a help line here. If someone's life is in danger, call your country's emergency
            number.
          </Trans>
        </p>
        {howToAdd}
      </>
    );
  return (
    <section aria-labelledby={titleId} className="rounded-control border border-line">
      <h3 id={titleId} className="px-4 pt-3 font-semibold">
        <Trans>Other help, right now</Trans>
      </h3>
      <Lines lines={lines} />
      {howToAdd}
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly HelpLine[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line px-4 pb-1">
      {lines.map((line) => (
        <li key={line.name} className="py-2.5">
          <p className="font-semibold">{line.name}</p>
          <p className="text-sm text-muted">{line.note}</p>
          <p className="flex flex-wrap gap-x-5">
            {line.phone && (
              <a href={telHref(line.phone)} className={linkStyle}>
                <Phone className="size-4" />
                <Trans>
                  Call{' '}
                  <bdi dir="ltr" translate="no">
                    {line.phone}
                  </bdi>
                </Trans>
              </a>
            )}
            {line.url && (
              <a href={line.url} target="_blank" rel="noreferrer" className={linkStyle}>
                <ExternalLink className="size-4" />
                <span>
                  {new URL(line.url).hostname.replace(/^www\./, '')}
                  <span className="sr-only">
                    <Trans>, opens in a new tab</Trans>
                  </span>
                </span>
              </a>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
