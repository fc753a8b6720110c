import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type TabsProps<T extends string> = {
  label: string;
  value: T;
  onValueChange: (value: T) => void;
  tabs: readonly { value: T; label: ReactNode; content: ReactNode; disabled?: boolean }[];
  /** Less space above the content. */
  tight?: boolean;
  /** Tabs as wide as their labels need, for labels of different lengths. */
  fitted?: boolean;
};

export function Tabs<T extends string>({
  label,
  value,
  onValueChange,
  tabs,
  tight = false,
  fitted = false,
}: TabsProps<T>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((one) => one.value === next);
        if (tab) onValueChange(tab.value);
      }}
    >
      <Radix.List
        aria-label={label}
        className={classNames(
          'flex flex-wrap gap-1 rounded-control bg-sunken',
          tight ? 'p-0.5 sm:p-1' : 'p-1',
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className={classNames(
              fitted ? 'basis-auto' : 'basis-24',
              'disabled:cursor-not-allowed disabled:opacity-60 min-h-11 min-w-min flex-1 rounded-[0.7rem] px-1.5 py-1 font-semibold wrap-normal text-muted transition-colors duration-150 data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={tight ? 'mt-2 sm:mt-4' : 'mt-5'}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
