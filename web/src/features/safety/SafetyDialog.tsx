import { Trans } from '@lingui/react/macro';
import {
  Ban,
  CalendarClock,
  Carrot,
  CookingPot,
  Croissant,
  Egg,
  ExternalLink,
  Package,
  Printer,
  Scale,
  Thermometer,
  Utensils,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { foodTemperature, hotInCelsius, readsFahrenheit } from '#web/lib/food-temperatures.ts';
import { communityRegion } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import './print-guide.css';

/** Where the statements of the guide come from: the publishers' own pages. */
export const SOURCES = {
  fda: { name: 'FDA', href: 'https://www.fda.gov/food/buy-store-serve-safe-food/safe-food-handling' },
  produce: {
    name: 'FDA',
    href: 'https://www.fda.gov/food/buy-store-serve-safe-food/selecting-and-serving-produce-safely',
  },
  eggs: {
    name: 'FDA',
    href: 'https://www.fda.gov/food/buy-store-serve-safe-food/what-you-need-know-about-egg-safety',
  },
  usda: { name: 'USDA', href: 'https://www.fsis.usda.gov/food-safety' },
  leftovers: {
    name: 'USDA',
    href: 'https://www.fsis.usda.gov/food-safety/safe-food-handling-and-preparation/food-safety-basics/leftovers-and-food-safety',
  },
  shelf: {
    name: 'USDA',
    href: 'https://www.fsis.usda.gov/food-safety/safe-food-handling-and-preparation/food-safety-basics/shelf-stable-food',
  },
  fsa: { name: 'FSA', href: 'https://www.food.gov.uk/safety-hygiene' },
  who: { name: 'WHO', href: 'https://www.who.int/publications/i/item/9789241594639' },
  codex: { name: 'Codex Alimentarius', href: 'https://www.fao.org/fao-who-codexalimentarius' },
  wrap: { name: 'WRAP', href: 'https://www.wrap.ngo' },
  law: { name: '42 U.S.C. 1791', href: 'https://www.law.cornell.edu/uscode/text/42/1791' },
} as const satisfies Record<string, { readonly name: string; readonly href: `https://${string}` }>;
type SourceName = keyof typeof SOURCES;

const AMERICAN: ReadonlySet<SourceName> = new Set([
  'fda',
  'produce',
  'eggs',
  'usda',
  'leftovers',
  'shelf',
  'law',
]);
const BRITISH: ReadonlySet<SourceName> = new Set(['fsa', 'wrap']);

/** What says the same where the community is; everything where that is unknown. */
function sourcesIn(country: string | null, names: readonly SourceName[]): readonly SourceName[] {
  if (country === null || country === 'US') return names;
  const here = names.map((name): SourceName => {
    if (country === 'GB') return AMERICAN.has(name) ? 'fsa' : name;
    return AMERICAN.has(name) ? 'who' : BRITISH.has(name) ? 'codex' : name;
  });
  return [...new Set(here)];
}

/** Whether what holds in one country is said: there, and where the country is unknown. */
const isSaidFor = (country: string): boolean => [country, null].includes(communityRegion().country);

type SectionProps = {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly sources: readonly SourceName[];
  /** Within a part that has a heading of its own. */
  readonly isSub?: boolean;
  readonly children: ReactNode;
};

/** A topic with what to do, and where that comes from. */
function Section({ icon, title, sources, isSub = false, children }: SectionProps) {
  const id = useId();
  const Heading = isSub ? 'h4' : 'h3';
  return (
    <section aria-labelledby={id} className="flex gap-4 py-4 first:pt-1 last:pb-0">
      <span
        aria-hidden="true"
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-soft-ink [&_svg]:size-6"
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <Heading id={id} className="pt-2 text-lg font-bold">
          {title}
        </Heading>
        <div className="mt-1 flex flex-col gap-2">{children}</div>
        {sources.length > 0 && (
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <Trans>Source:</Trans>
            {sourcesIn(communityRegion().country, sources).map((name) => (
              <Source key={name} {...SOURCES[name]} />
            ))}
          </p>
        )}
      </div>
    </section>
  );
}

function Source({ name, href }: { readonly name: string; readonly href: string }) {
  return (
    <span>
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand underline underline-offset-3"
      >
        {name}
        <ExternalLink className="size-4 print:hidden" />
        <span className="sr-only print:hidden">
          <Trans>(opens in a new tab)</Trans>
        </span>
      </a>
      <span aria-hidden="true" className="hidden ps-1 break-all print:inline">
        {href}
      </span>
    </span>
  );
}

type Props = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };

/** The Food Safety Guidelines, most important first, then by kind of food. They can be printed. */
export function SafetyDialog({ open, onOpenChange }: Props) {
  const [hot, cold, warmDay] = [hotInCelsius(), foodTemperature('cold'), foodTemperature('warmDay')];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>Food Safety Guidelines</Trans>}
      description={<Trans>Only share what you'd put on your own table. When in doubt, leave it out.</Trans>}
      footer={
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer className="size-5" />
          <Trans>Print this guide</Trans>
        </Button>
      }
    >
      <div data-guide="" className="divide-y divide-line">
        <Section
          icon={<Thermometer />}
          title={<Trans>Hot or cold, nothing in between</Trans>}
          sources={['fda', 'usda', 'fsa']}
        >
          <p className="font-semibold">
            {readsFahrenheit() ? (
              <Trans>Keep hot food above 140°F and cold food below 40°F.</Trans>
            ) : (
              <Trans>
                Keep hot food above {hot} and cold food below {cold}.
              </Trans>
            )}
          </p>
          <p className="text-muted">
            {readsFahrenheit() && <Trans>That's 60°C and 4°C.</Trans>}{' '}
            <Trans>
              Never leave food out for more than 2 hours, or 1 hour when it's above {warmDay} outside.
            </Trans>{' '}
            {isSaidFor('GB') && (
              <Trans>In the United Kingdom: hot at 63°C or above, cold at 8°C or below.</Trans>
            )}
          </p>
        </Section>
        <Section icon={<Ban />} title={<Trans>Never share these</Trans>} sources={[]}>
          <p className="font-semibold">
            <Trans>Avoid home-canned food, raw or undercooked meat, and expired food.</Trans>
          </p>
          <p className="text-muted">
            <Trans>This is our own rule, for everyone here.</Trans>
          </p>
        </Section>
        <Section
          icon={<CalendarClock />}
          title={<Trans>Two dates, two meanings</Trans>}
          sources={['fsa', 'wrap']}
        >
          <p>
            <Trans>
              <strong>Use by</strong> is about safety: never eat, give, or take food past it.
            </Trans>
          </p>
          <p>
            <Trans>
              <strong>Best before</strong> is about quality: food past it may still be good. Look, smell, and
              mention it when you share.
            </Trans>
          </p>
        </Section>
        <ByKind />
        {isSaidFor('US') && (
          <Section icon={<Scale />} title={<Trans>When you give in good faith</Trans>} sources={['law']}>
            <p className="text-muted">
              <Trans>
                In the United States, the Bill Emerson Act (42 U.S.C. 1791) protects people who donate food in
                good faith.
              </Trans>
            </p>
          </Section>
        )}
      </div>
    </Dialog>
  );
}

/** What to mind, by category of the share form. */
function ByKind() {
  const [cold, reheated] = [foodTemperature('cold'), foodTemperature('reheated')];
  return (
    <div className="divide-y divide-line py-4">
      <h3 className="pb-3 text-lg font-bold">
        <Trans>By kind of food</Trans>
      </h3>
      <Section
        isSub
        icon={<Carrot />}
        title={<Trans>Fruits and vegetables</Trans>}
        sources={['produce', 'fda']}
      >
        <p>
          <Trans>
            Once they're cut or peeled, keep them at {cold} or below and out for no more than 2 hours.
          </Trans>
        </p>
      </Section>
      <Section isSub icon={<CookingPot />} title={<Trans>Prepared meals</Trans>} sources={['leftovers']}>
        <p>
          <Trans>
            Put them in the fridge within 2 hours, in shallow containers. Share them within 3 to 4 days.
            Reheat to {reheated}.
          </Trans>
        </p>
      </Section>
      <Section isSub icon={<Croissant />} title={<Trans>Bakery items</Trans>} sources={['fda']}>
        <p>
          <Trans>
            Anything with cream, custard, meat, or cheese counts as cold food: keep it in the fridge until
            pickup.
          </Trans>
        </p>
      </Section>
      <Section isSub icon={<Package />} title={<Trans>Pantry staples</Trans>} sources={['shelf', 'wrap']}>
        <p>
          <Trans>
            Share closed packs. Never share a can that leaks, bulges, or is badly dented. Past its best-before
            date, it may still be good.
          </Trans>
        </p>
      </Section>
      <Section isSub icon={<Egg />} title={<Trans>Dairy and eggs</Trans>} sources={['eggs', 'fsa']}>
        <p>
          <Trans>
            Keep them at {cold} or below, also on the way. No cracked eggs, and nothing past its use-by date.
          </Trans>
        </p>
      </Section>
      <Section isSub icon={<Utensils />} title={<Trans>Everything else</Trans>} sources={[]}>
        <p>
          <Trans>
            Say what's in it, when it was made, and how it was kept. If you can't say, don't share it.
          </Trans>
        </p>
      </Section>
    </div>
  );
}
