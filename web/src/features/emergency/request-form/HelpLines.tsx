import { Trans } from '@lingui/react/macro';
import type { HelpLine } from '@openlarder/domain/emergency/request-contract.ts';
import { ChevronDown, ExternalLink, Phone } from 'lucide-react';
import { Fragment, useId } from 'react';
import { telHref } from '#web/lib/format.ts';

const linkStyle =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-brand underline underline-offset-4';

type Props = {
  readonly lines: readonly HelpLine[];
  /** Collapsed to one line with the phone numbers, where space is short. */
  readonly folds: boolean;
};

/** Other sources of help, to call or open, beside the form. */
export function HelpLines({ lines, folds }: Props) {
  const titleId = useId();
  if (lines.length === 0) return null;
  const title = (
    <h3 id={titleId} className="font-semibold">
      <Trans>Other help, right now</Trans>
    </h3>
  );
  return (
    <section aria-labelledby={titleId} className="rounded-control border border-line">
      {folds ? (
        <details className="group">
          <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-control px-4 py-2 [&::-webkit-details-marker]:hidden">
            <span className="min-w-0 flex-1">
              {title}
              <span className="block text-sm text-muted">
                {lines.map(({ name, phone }, index) => (
                  <Fragment key={name}>
                    {index > 0 && ' · '}
                    {phone ? <bdi dir="ltr">{phone}</bdi> : <bdi>{name}</bdi>}
                  </Fragment>
                ))}
              </span>
            </span>
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <Lines lines={lines} />
        </details>
      ) : (
        <>
          <div className="px-4 pt-3">{title}</div>
          <Lines lines={lines} />
        </>
      )}
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
                <Phone aria-hidden="true" className="size-4" />
                <Trans>
                  Call <bdi dir="ltr">{line.phone}</bdi>
                </Trans>
              </a>
            )}
            {line.url && (
              <a href={line.url} target="_blank" rel="noreferrer" className={linkStyle}>
                <ExternalLink aria-hidden="true" className="size-4" />
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
