import { Trans, useLingui } from '@lingui/react/macro';
import { freshnessScore, scoreLabel, scoreTone } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { formatDeadline } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { scoreWord } from './freshness-words.ts';

const SCORE_BAR = { green: 'bg-brand', yellow: 'bg-amber', red: 'bg-tomato' } as const;

type Props = { readonly listing: Listing; readonly nowMs: number };

/** How much of its time is left, and what its date means: past one it may still be good, past the other never. */
export function FreshnessFact({ listing, nowMs }: Props) {
  const { t } = useLingui();
  const score = freshnessScore(listing, nowMs);
  const word = scoreWord(scoreLabel(score));
  return (
    <>
      <p>
        {word} <span className="font-normal text-muted tabular-nums">({t`${score} of 100`})</span>
      </p>
      <div aria-hidden="true" className="mt-1.5 h-1.5 max-w-60 overflow-hidden rounded-full bg-sunken">
        <div
          className={classNames('h-full origin-left rtl:origin-right', SCORE_BAR[scoreTone(score)])}
          style={{ transform: `scaleX(${score / 100})` }}
        />
      </div>
      {listing.dateKind === 'use_by' ? (
        <p className="mt-1.5 text-sm font-semibold">
          <Trans>Use by {formatDeadline(listing.bestByDate, nowMs)}: do not eat it after that</Trans>
        </p>
      ) : (
        <p className="mt-1.5 text-sm font-normal text-muted">
          <Trans>Best before {formatDeadline(listing.bestByDate, nowMs)}</Trans>
          {listing.expiryDate && (
            <>
              {' · '}
              <Trans>Do not eat after {formatDeadline(listing.expiryDate, nowMs)}</Trans>
            </>
          )}
        </p>
      )}
    </>
  );
}
