import { useLingui } from '@lingui/react/macro';
import { HOME_TABS, type HomeTab } from '#web/lib/address.ts';
import { CountBadge } from '#web/ui/CountBadge.tsx';
import { TabLink, TAB_ICONS, tabName } from './TabLink.tsx';

export function TabBar({ tab, unreadMessages }: { tab: HomeTab; unreadMessages: number }) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Tabs`} data-tab-bar="" className="wide:hidden">
      <ul className="mx-auto flex h-(--tab-bar) max-w-xl">
        {HOME_TABS.map((one) => {
          const Icon = TAB_ICONS[one];
          return (
            <li key={one} className="flex-auto">
              <TabLink
                tab={one}
                current={tab}
                unread={one === 'messages' ? unreadMessages : 0}
                className="group flex h-full flex-col items-center justify-center gap-[min(0.25rem,4px)] text-center text-[length:min(0.75rem,4vw)]/[1.1] font-semibold text-muted aria-[current=page]:text-brand"
              >
                <span className="relative flex h-[min(2rem,48px)] w-[min(3.5rem,15vw)] items-center justify-center rounded-full transition-colors duration-150 group-aria-[current=page]:bg-brand-soft group-aria-[current=page]:text-brand-soft-ink">
                  <Icon aria-hidden="true" className="size-5.5" />
                  {one === 'messages' && <CountBadge count={unreadMessages} place="end-1 -top-1" />}
                </span>
                {tabName(one)}
              </TabLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
