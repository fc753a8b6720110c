import { Trans, useLingui } from '@lingui/react/macro';
import { Award, Bike, CalendarDays, HandHeart, Leaf, Megaphone, Siren, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppName, useCommunity } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import basket from '#web/features/listings/pictures/basket.webp';
import { paths } from '#web/lib/paths.ts';
import { BackToHome, VisitorFooter, VisitorHeader } from '#web/screens/landing/VisitorFrame.tsx';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

export function Volunteer() {
  const { t } = useLingui();
  useDocumentTitle(t`Become a Volunteer`);
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <VisitorHeader>
        <BackToHome />
      </VisitorHeader>
      <main className="flex-1">
        <section className="page-width px-gutter pt-4 pb-14 sm:pt-8 wide:pb-20">
          <div className="grid items-center gap-8 rounded-sheet bg-brand-soft px-6 py-10 text-brand-soft-ink sm:grid-cols-[minmax(0,1fr)_12rem] sm:px-10 wide:grid-cols-[minmax(0,1fr)_22rem] wide:px-14 wide:py-16">
            <div>
              <h1 className="text-[min(2.5rem,15vw)]/[1.04] text-balance wide:text-[4rem]/[1]">
                <Trans>Become a Volunteer</Trans>
              </h1>
              <p className="mt-5 max-w-[46ch] text-lg wide:text-xl">
                <Trans>
                  An hour of yours can be someone's dinner. Help where you live, when it suits you.
                </Trans>
              </p>
              <div className="mt-7 flex flex-col sm:flex-row">
                <LinkButton href={paths.signUpToHelp} leaves size="large">
                  <Trans>Sign Up to Volunteer</Trans>
                </LinkButton>
              </div>
            </div>
            <img
              src={basket}
              alt=""
              width={320}
              height={256}
              className="mx-auto w-40 max-sm:order-first sm:w-full"
            />
          </div>
        </section>
        <Benefits />
        <Opportunities />
        <ClosingCall />
      </main>
      <VisitorFooter hidesMailbox />
    </div>
  );
}

function Benefits() {
  return (
    <section aria-labelledby="benefits" className="page-width px-gutter pb-14 wide:pb-20">
      <h2 id="benefits" className="text-2xl wide:text-3xl">
        <Trans>Why it's worth your time</Trans>
      </h2>
      <ul className="mt-8 grid gap-4 sm:grid-cols-3 wide:mt-10 wide:gap-6">
        <Benefit icon={<Leaf />} title={<Trans>Fight Food Waste</Trans>}>
          <Trans>Good food gets eaten instead of thrown out, because someone was there in time.</Trans>
        </Benefit>
        <Benefit icon={<Users />} title={<Trans>Build Community</Trans>}>
          <Trans>Meet the people on your street, and be the neighbor everyone's glad to see.</Trans>
        </Benefit>
        <Benefit icon={<Award />} title={<Trans>Gain Recognition</Trans>}>
          <Trans>Every handover earns points and badges. Stay off the boards if you'd rather.</Trans>
        </Benefit>
      </ul>
    </section>
  );
}

type PartProps = { icon: ReactNode; title: ReactNode; children: ReactNode };

const Benefit = ({ icon, title, children }: PartProps) => (
  <Card as="li">
    <Round>{icon}</Round>
    <h3 className="mt-4 text-lg font-bold">{title}</h3>
    <p className="mt-1 max-w-[46ch] text-muted">{children}</p>
  </Card>
);

const Round = ({ children }: { children: ReactNode }) => (
  <span
    aria-hidden="true"
    className="flex size-13 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-soft-ink [&_svg]:size-6"
  >
    {children}
  </span>
);

function Opportunities() {
  const appName = useAppName();
  return (
    <section aria-labelledby="opportunities" className="bg-sunken py-14 wide:py-20">
      <div className="page-width px-gutter">
        <h2 id="opportunities" className="text-2xl wide:text-3xl">
          <Trans>Ways to help</Trans>
        </h2>
        <p className="mt-2 max-w-[56ch] text-muted wide:text-lg">
          <Trans>
            Right away: share food, answer a neighbor who asks, and tell others. For the rest, tell us your
            days. An organizer of {appName} writes to you when there's something to do, without a date yet.
          </Trans>
        </p>
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 wide:mt-10 wide:gap-6">
          <Opportunity
            icon={<Bike />}
            title={<Trans>Food Pickup & Delivery</Trans>}
            badge={<Trans>Most Needed</Trans>}
            tone="accent"
          >
            <Trans>
              Bring food to neighbors who can't come for it, on foot, by bike or car. We're looking for people
              to start this with: say which days you could, and you'll hear from us first.
            </Trans>
          </Opportunity>
          <Opportunity icon={<Megaphone />} title={<Trans>Community Outreach</Trans>}>
            <Trans>Tell shops, schools and neighbors that nothing good needs to go to waste here.</Trans>
          </Opportunity>
          <Opportunity icon={<CalendarDays />} title={<Trans>Event Coordination</Trans>}>
            <Trans>Help set up a shared table, a cooking evening or a food drive.</Trans>
          </Opportunity>
          <Opportunity
            icon={<Siren />}
            title={<Trans>Emergency Response</Trans>}
            badge={<Trans>On-Call</Trans>}
            tone="critical"
          >
            <Trans>Be there when someone near you needs food today.</Trans>
          </Opportunity>
        </ul>
      </div>
    </section>
  );
}

const Opportunity = ({
  icon,
  title,
  badge,
  tone = 'plain',
  children,
}: PartProps & { badge?: ReactNode; tone?: BadgeTone }) => (
  <Card as="li" className="flex gap-4 sm:gap-5">
    <Round>{icon}</Round>
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-lg font-bold">{title}</h3>
        {badge && <Badge tone={tone}>{badge}</Badge>}
      </div>
      <p className="mt-1 max-w-[52ch] text-muted">{children}</p>
    </div>
  </Card>
);

function ClosingCall() {
  const appName = useAppName();
  const email = useCommunity()?.volunteerEmail ?? null;
  return (
    <section className="page-width px-gutter py-14 wide:py-20">
      <div className="flex flex-col items-start gap-7 rounded-sheet bg-stage px-6 py-10 text-on-stage sm:px-10 wide:flex-row wide:items-center wide:justify-between wide:px-14 wide:py-16">
        <div className="min-w-0">
          <h2 className="text-2xl wide:text-3xl">
            <Trans>Ready when you are</Trans>
          </h2>
          <p className="mt-2 max-w-[48ch] text-lg">
            <Trans>
              It takes a minute. Tell us when you've got time and how you get around, and an organizer will
              write when something fits.
            </Trans>
          </p>
          {email !== null && (
            <p className="mt-4">
              <Trans>Questions? Write to us:</Trans>{' '}
              <a
                href={`mailto:${email}`}
                translate="no"
                className="inline-flex min-h-11 items-center font-semibold wrap-anywhere underline underline-offset-4"
              >
                {email}
              </a>
            </p>
          )}
        </div>
        <LinkButton href={paths.signUpToHelp} leaves variant="accent" size="large" className="wide:shrink-0">
          <HandHeart className="size-5" />
          <Trans>Join {appName} Today</Trans>
        </LinkButton>
      </div>
    </section>
  );
}
