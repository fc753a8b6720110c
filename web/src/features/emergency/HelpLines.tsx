import { Trans } from '@lingui/react/macro';
import type { HelpLine } from '@openlarder/domain/emergency/emergency-contract.ts';
import { ExternalLink, Phone } from 'lucide-react';
import { dialable } from '#web/lib/dialable.ts';
import { classNames } from '#web/ui/class-names.ts';

const linkStyle =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-brand underline underline-offset-4';

type Props = { readonly lines: readonly HelpLine[]; readonly className?: string };

/** Where else there is help, to be called or opened. It stands beside the form, whether one may ask or not. */
export function HelpLines({ lines, className }: Props) {
  if (lines.length === 0) return null;
  return (
    <section
      aria-labelledby="help-lines"
      className={classNames('rounded-control border border-line px-4 py-3', className)}
    >
      <h3 id="help-lines" className="font-semibold">
        <Trans>Other help, right now</Trans>
      </h3>
      <ul className="mt-1 flex flex-col divide-y divide-line">
        {lines.map((line) => (
          <li key={line.name} className="py-2">
            <p>
              <span className="font-semibold">{line.name}</span>{' '}
              <span className="text-sm text-muted">{line.note}</span>
            </p>
            <p className="flex flex-wrap gap-x-5">
              {line.phone && (
                <a href={dialable(line.phone)} className={linkStyle}>
                  <Phone aria-hidden="true" className="size-4" />
                  <Trans>Call {line.phone}</Trans>
                </a>
              )}
              {line.url && (
                <a href={line.url} target="_blank" rel="noreferrer" className={linkStyle}>
                  <ExternalLink aria-hidden="true" className="size-4" />
                  <span>
                    {new URL(line.url).hostname.replace(/^www\./, '')}
                    <span className="sr-only">
                      <Trans>, opens another page</Trans>
                    </span>
                  </span>
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
