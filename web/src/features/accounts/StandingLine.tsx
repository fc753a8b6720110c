import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { SharesStep, Standing } from '@openlarder/domain/accounts/standing.ts';
import { BadgeCheck, HandHeart, Reply } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';

const SHARES_LABELS: Readonly<Record<SharesStep, MessageDescriptor>> = {
  often: msg`Shares often`,
  very_often: msg`Shares very often`,
  all_the_time: msg`Shares all the time`,
};

type Props = { readonly standing: Standing; readonly className?: string };

/** How a person shares, as everyone sees it; nothing where there is nothing to say. */
export function StandingLine({ standing, className }: Props) {
  const { i18n } = useLingui();
  const { shares, repliesSameDay, verified } = standing;
  if (shares === null && !repliesSameDay && !verified) return null;
  return (
    <ul
      className={classNames(
        'flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-muted [&_li]:inline-flex [&_li]:items-start [&_li]:gap-1.5 [&_svg]:h-lh [&_svg]:w-4 [&_svg]:shrink-0',
        className,
      )}
    >
      {shares !== null && (
        <li>
          <HandHeart />
          {i18n._(SHARES_LABELS[shares])}
        </li>
      )}
      {repliesSameDay && (
        <li>
          <Reply />
          <Trans>Usually replies the same day</Trans>
        </li>
      )}
      {verified && (
        <li>
          <BadgeCheck />
          <Trans>Verified</Trans>
        </li>
      )}
    </ul>
  );
}
