import { Trans } from '@lingui/react/macro';
import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import bread from '#web/features/listings/pictures/bread.webp';
import produce from '#web/features/listings/pictures/produce.webp';
import soup from '#web/features/listings/pictures/soup.webp';
import { classNames } from '#web/ui/class-names.ts';

type FoodProps = {
  picture: string;
  tint: string;
  title: ReactNode;
  where: ReactNode;
  pickup: ReactNode;
  className: string;
};

function Food({ picture, tint, title, where, pickup, className }: FoodProps) {
  return (
    <div className={classNames('overflow-hidden rounded-card bg-surface text-ink shadow-float', className)}>
      <div className={classNames('flex aspect-[4/3] items-center justify-center', tint)}>
        <img src={picture} alt="" width={320} height={256} className="w-4/5" />
      </div>
      <div className="p-3 sm:p-4">
        <p className="font-display text-base/tight font-bold sm:text-lg/tight">{title}</p>
        <p className="mt-1 text-sm text-muted">{where}</p>
        <p className="mt-2 flex items-center gap-1.5 text-sm font-semibold">
          <Clock className="size-4 shrink-0" />
          {pickup}
        </p>
      </div>
    </div>
  );
}

/**
 * What the product looks like from afar: food of three neighbors, and a ticket. An illustration, hidden from readers. It
 * says no time of day: it is drawn before the reader's clock is known.
 */
export function FoodTable() {
  return (
    <div
      aria-hidden="true"
      className="relative mx-auto w-full max-w-[34rem] rounded-sheet bg-brand-soft px-4 py-8 select-none sm:px-8 sm:py-10"
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] items-start gap-3 sm:gap-5">
        <Food
          picture={bread}
          tint="bg-plate-oat"
          title={<Trans>Sourdough loaves</Trans>}
          where={<Trans>8 min walk · 4&nbsp;servings</Trans>}
          pickup={<Trans>This evening</Trans>}
          className="rotate-[-2deg]"
        />
        <Food
          picture={soup}
          tint="bg-plate-clay"
          title={<Trans>Lentil soup</Trans>}
          where={<Trans>3 min walk · 2&nbsp;servings</Trans>}
          pickup={<Trans>All day today</Trans>}
          className="mt-10 rotate-[1.5deg]"
        />
      </div>
      <div className="relative mt-4 flex flex-wrap items-center gap-3 rounded-card bg-surface p-3 text-ink shadow-float sm:mx-6 sm:p-4">
        <img src={produce} alt="" width={320} height={256} className="w-16 shrink-0 sm:w-20" />
        <div className="min-w-0 flex-[1_1_6rem]">
          <p className="font-display text-base/tight font-bold sm:text-lg/tight">
            <Trans>Vegetable box</Trans>
          </p>
          <p className="mt-1 text-sm text-muted">
            <Trans>See you at 6 by the door!</Trans>
          </p>
        </div>
        <span className="ms-auto flex size-9 shrink-0 items-center justify-center rounded-full bg-mango text-mango-ink">
          <Check className="size-5" />
        </span>
      </div>
    </div>
  );
}
