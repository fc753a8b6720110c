import { Trans } from '@lingui/react/macro';
import { Ban, CalendarClock, ExternalLink, Scale, Thermometer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';

type SectionProps = { icon: ReactNode; title: ReactNode; children: ReactNode };

function Section({ icon, title, children }: SectionProps) {
  return (
    <section className="flex gap-4 py-4 first:pt-1 last:pb-0">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-soft-ink [&_svg]:size-6">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="pt-2 text-lg font-bold">{title}</h3>
        <div className="mt-1 flex flex-col gap-2">{children}</div>
      </div>
    </section>
  );
}

function Source({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand underline underline-offset-3"
    >
      {children}
      <ExternalLink aria-hidden="true" className="size-4" />
      <span className="sr-only">
        <Trans>(opens in a new tab)</Trans>
      </span>
    </a>
  );
}

/** The Food Safety Guidelines, most important first. */
export function SafetyDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>Food Safety Guidelines</Trans>}
      description={<Trans>Only share what you'd put on your own table. When in doubt, leave it out.</Trans>}
    >
      <div className="divide-y divide-line">
        <Section icon={<Thermometer />} title={<Trans>Hot or cold, nothing in between</Trans>}>
          <p className="font-semibold">
            <Trans>Keep hot food above 140°F and cold food below 40°F.</Trans>
          </p>
          <p className="text-muted">
            <Trans>
              Never leave food out for more than 2 hours, or 1 hour when it's above 90°F outside. In the
              United Kingdom: hot at 63°C or above, cold at 8°C or below.
            </Trans>
          </p>
        </Section>
        <Section icon={<Ban />} title={<Trans>Never share these</Trans>}>
          <p className="font-semibold">
            <Trans>Avoid home-canned food, raw or undercooked meat, and expired food.</Trans>
          </p>
        </Section>
        <Section icon={<CalendarClock />} title={<Trans>Two dates, two meanings</Trans>}>
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
        <Section icon={<Scale />} title={<Trans>When you give in good faith</Trans>}>
          <p className="text-muted">
            <Trans>
              In the United States, the Bill Emerson Act (42 U.S.C. 1791) protects people who donate food in
              good faith.
            </Trans>
          </p>
        </Section>
      </div>
      <p className="mt-4 flex flex-wrap items-center gap-x-4 border-t pt-2 text-sm text-muted">
        <Trans>Sources:</Trans>
        <Source href="https://www.fda.gov/food/buy-store-serve-safe-food/safe-food-handling">FDA</Source>
        <Source href="https://www.fsis.usda.gov/food-safety">USDA</Source>
        <Source href="https://www.food.gov.uk/safety-hygiene">FSA</Source>
        <Source href="https://www.wrap.ngo">WRAP</Source>
      </p>
    </Dialog>
  );
}
