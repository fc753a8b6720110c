import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Mail, MapPin, Megaphone, Soup } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useAppName, useCommunity } from '#web/features/community/community-settings.ts';
import { paths } from '#web/lib/paths.ts';
import { Section } from '#web/ui/Section.tsx';
import { helpOfferQuery, isOffering } from './help-offer.queries.ts';
import { useInvitation } from './invitation.ts';

const ROW =
  'flex min-h-14 w-full items-center gap-3 rounded-control px-2 py-2 text-start hover:bg-brand-soft hover:text-brand-soft-ink';

const line = (icon: ReactNode, title: ReactNode, more: ReactNode): ReactNode => (
  <>
    <span
      aria-hidden="true"
      className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-soft-ink [&_svg]:size-5"
    >
      {icon}
    </span>
    <span className="min-w-0">
      <span className="block font-semibold">{title}</span>
      <span className="block text-sm wrap-anywhere text-muted">{more}</span>
    </span>
  </>
);

/** What a volunteer can do today, and who writes when there is more; nothing that is still to come. */
export function VolunteerCorner() {
  const appName = useAppName();
  const mailbox = useCommunity()?.volunteerEmail ?? null;
  const invite = useInvitation();
  const { email } = useCurrentUser();
  const { data: offer } = useQuery(helpOfferQuery);
  const hasAnswered = offer !== undefined && isOffering(offer);
  return (
    <Section isCard title={<Trans>How you can help today</Trans>}>
      <ul className="mt-3 -ms-2 grid grid-cols-1 gap-1 wide:grid-cols-2">
        <li className="wide:col-span-2">
          <Link href={hasAnswered ? paths.profileSection('settings') : paths.helpOffer} className={ROW}>
            {line(
              <CalendarDays />,
              hasAnswered ? <Trans>Check when you can help</Trans> : <Trans>Say when you can help</Trans>,
              <Trans>
                An organizer of {appName} writes to {email} when something fits. We can't say when: rides for
                food aren't arranged here yet.
              </Trans>,
            )}
          </Link>
        </li>
        <li>
          <Link href={paths.whoNeedsFood} className={ROW}>
            {line(
              <MapPin />,
              <Trans>See who needs food</Trans>,
              <Trans>By area, and how to answer a neighbor yourself.</Trans>,
            )}
          </Link>
        </li>
        <li>
          <Link href={paths.tab('share')} className={ROW}>
            {line(
              <Soup />,
              <Trans>Share what you can spare</Trans>,
              <Trans>One portion too many is enough.</Trans>,
            )}
          </Link>
        </li>
        <li>
          <button type="button" className={ROW} onClick={() => void invite()}>
            {line(
              <Megaphone />,
              <Trans>Tell a neighbor</Trans>,
              <Trans>Every new neighbor is food that's not thrown out.</Trans>,
            )}
          </button>
        </li>
        {mailbox !== null && (
          <li>
            <a href={`mailto:${mailbox}`} className={ROW}>
              {line(<Mail />, <Trans>Write to the organizers</Trans>, <span translate="no">{mailbox}</span>)}
            </a>
          </li>
        )}
      </ul>
    </Section>
  );
}
