import { Trans, useLingui } from '@lingui/react/macro';
import { type CommunityStats, getCommunityStats } from '@openlarder/domain/impact/impact-contract.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '#web/lib/call.ts';

const REFRESH_MS = 60_000;

/** What the community did, renewed each minute while the page is looked at; null until it is known. */
function useCommunityStats(): CommunityStats | null {
  const [stats, setStats] = useState<CommunityStats | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      call(getCommunityStats, { signal: leaving.signal }).then(setStats, () => {
        // on an error the figures stay as they are
      });
    };
    look();
    const timer = setInterval(look, REFRESH_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, []);
  return stats;
}

/** Live figures of the community; nothing while there are none, so that a new community does not show zeros. */
export function CommunityFigures() {
  const { i18n } = useLingui();
  const stats = useCommunityStats();
  if (!stats) return null;
  const lbs = i18n.number(Math.round(stats.co2Saved));
  const figures = [
    { key: 'meals', value: stats.mealsToday, text: null, label: <Trans>Meals Saved Today</Trans> },
    { key: 'donors', value: stats.activeDonors, text: null, label: <Trans>Active Donors</Trans> },
    {
      key: 'co2',
      value: Math.round(stats.co2Saved),
      text: <Trans>{lbs} lbs</Trans>,
      label: <Trans>CO₂ Saved</Trans>,
    },
  ].filter(({ value }) => value > 0);
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="figures" className="page-width px-gutter pt-14 wide:pt-20">
      <h2 id="figures" className="text-2xl wide:text-3xl">
        <Trans>What neighbors do here</Trans>
      </h2>
      <dl className="mt-8 flex flex-wrap gap-x-16 gap-y-6">
        {figures.map(({ key, value, text, label }) => (
          <Figure key={key} label={label}>
            {text ?? i18n.number(value)}
          </Figure>
        ))}
      </dl>
    </section>
  );
}

const Figure = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-muted">{label}</dt>
    <dd className="font-display text-3xl font-bold text-brand tabular-nums wide:text-[3.5rem]/[1.02]">
      {children}
    </dd>
  </div>
);
