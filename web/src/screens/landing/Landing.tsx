import { Trans, useLingui } from '@lingui/react/macro';
import { HandHeart, MapPin, Sprout } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useAppName } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { formatWeight } from '#web/features/impact/impact-labels.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { FoodTable } from './FoodTable.tsx';
import { VISITOR_LINK, VisitorFooter, VisitorHeader } from './VisitorFrame.tsx';
import { type CommunityStats, getCommunityStats } from '@openlarder/domain/impact/impact-contract.ts';
import { call } from '#web/lib/call.ts';
import { Optional } from '#web/ui/ErrorBoundary.tsx';

export function Landing() {
  const { t } = useLingui();
  const appName = useAppName();
  useDocumentTitle(t`Turn Food Waste into Community Care`);
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <VisitorHeader>
        <LinkButton href={paths.volunteer} variant="quiet" className={VISITOR_LINK}>
          <Trans>Volunteer</Trans>
        </LinkButton>
      </VisitorHeader>
      <main className="flex-1">
        <section className="page-width grid grid-cols-1 items-center gap-x-16 gap-y-10 px-gutter pt-6 pb-14 sm:pt-12 wide:grid-cols-[minmax(0,1fr)_minmax(0,34rem)] wide:pt-14 wide:pb-20">
          <div>
            <h1 className="text-[min(2.5rem,15vw)]/[1.04] text-balance wide:text-[4rem]/[1]">
              <Trans>Turn Food Waste into Community Care</Trans>
            </h1>
            <p className="mt-5 max-w-[46ch] text-lg text-muted wide:mt-6 wide:text-xl">
              <Trans>
                Someone near you has food to spare, and someone near you could use it tonight. {appName}{' '}
                brings them together.
              </Trans>
            </p>
            <div className="mt-7 flex flex-col gap-3 sm:flex-row wide:mt-8">
              <LinkButton href={paths.signUp} leaves size="large">
                <Trans>Get Started</Trans>
              </LinkButton>
              <LinkButton href={paths.volunteer} variant="secondary" size="large">
                <Trans>Volunteer</Trans>
              </LinkButton>
            </div>
            <p className="mt-4 text-sm text-muted">
              <Trans>
                Always free. If you're short on food, you can ask without giving your name. No one sees your
                address until you share it.
              </Trans>
            </p>
          </div>
          <FoodTable />
        </section>
        <Steps />
        <CommunityFigures />
        <LandingAd />
        <section className="page-width px-gutter py-14 wide:py-20">
          <div className="flex flex-col items-start gap-7 rounded-sheet bg-stage px-6 py-10 text-on-stage sm:px-10 wide:flex-row wide:items-center wide:justify-between wide:px-14 wide:py-16">
            <div>
              <h2 className="text-2xl wide:text-3xl">
                <Trans>There's a seat for you</Trans>
              </h2>
              <p className="mt-2 max-w-[48ch] text-lg">
                <Trans>Whether you've got too much soup or an empty plate, come as you are.</Trans>
              </p>
            </div>
            <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row wide:shrink-0">
              <LinkButton href={paths.signUp} leaves variant="accent" size="large">
                <Trans>Join {appName} Today</Trans>
              </LinkButton>
              <LinkButton
                href={paths.volunteer}
                variant="quiet"
                size="large"
                className="border border-current text-on-stage!  hover:bg-transparent! hover:underline"
              >
                <Trans>Become a Volunteer</Trans>
              </LinkButton>
            </div>
          </div>
        </section>
      </main>
      <VisitorFooter />
    </div>
  );
}

const LandingAdCard = lazyPart(async () => (await import('./LandingAdCard.tsx')).LandingAdCard);

/** The ad card of the landing page, if there is one, loaded when it scrolls near. */
function LandingAd() {
  const [isNear, setIsNear] = useState(false);
  const room = useInView<HTMLDivElement>(!isNear, () => setIsNear(true));
  return (
    <div ref={room} className="page-width px-gutter has-[aside]:pt-14">
      {isNear && (
        <Optional>
          <LandingAdCard />
        </Optional>
      )}
    </div>
  );
}

type StepProps = { number: number; icon: ReactNode; title: ReactNode; children: ReactNode };

function Step({ number, icon, title, children }: StepProps) {
  return (
    <li className="flex gap-4 wide:flex-col wide:gap-5">
      <span className="relative flex size-14 shrink-0 items-center justify-center rounded-full bg-surface text-brand shadow-card [&_svg]:size-7">
        {icon}
        <span
          aria-hidden="true"
          className="absolute -end-1 -top-1 flex size-6 items-center justify-center rounded-full bg-mango text-sm font-bold text-mango-ink"
        >
          {number}
        </span>
      </span>
      <div>
        <h3 className="text-lg font-bold">{title}</h3>
        <p className="mt-1 max-w-[42ch] text-muted">{children}</p>
      </div>
    </li>
  );
}

function Steps() {
  return (
    <section aria-labelledby="steps" className="bg-sunken py-14 wide:py-20">
      <div className="page-width px-gutter">
        <h2 id="steps" className="text-2xl wide:text-3xl">
          <Trans>From one kitchen to the next</Trans>
        </h2>
        <ol className="mt-8 grid gap-8 wide:mt-12 wide:grid-cols-3 wide:gap-10">
          <Step number={1} icon={<HandHeart />} title={<Trans>Share Food</Trans>}>
            <Trans>Add a photo, a few words, and a pickup time. It takes about a minute.</Trans>
          </Step>
          <Step number={2} icon={<MapPin />} title={<Trans>Find Nearby</Trans>}>
            <Trans>
              See what's close and how long it'll last. Claim it, then work out the rest by message.
            </Trans>
          </Step>
          <Step number={3} icon={<Sprout />} title={<Trans>Make Impact</Trans>}>
            <Trans>A meal gets eaten instead of thrown out, and two neighbors meet.</Trans>
          </Step>
        </ol>
      </div>
    </section>
  );
}

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
function CommunityFigures() {
  const { i18n } = useLingui();
  const stats = useCommunityStats();
  if (!stats) return null;
  const figures = [
    { key: 'meals', value: stats.mealsToday, text: null, label: <Trans>Meals Saved Today</Trans> },
    { key: 'donors', value: stats.activeDonors, text: null, label: <Trans>Active Donors</Trans> },
    {
      key: 'co2',
      value: Math.round(stats.co2Saved),
      text: formatWeight(stats.co2Saved),
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
