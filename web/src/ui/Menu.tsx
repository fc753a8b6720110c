import { DropdownMenu } from 'radix-ui';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

export type MenuItem = {
  label: ReactNode;
  icon?: ReactNode;
  danger?: boolean;
  onSelect: () => void;
};

type MenuProps = {
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
};

/**
 * A short list of actions behind one button. It opens by a click, so that a swipe which begins on the button scrolls,
 * and closes by a click too, so that the tap which closes it presses nothing beneath.
 */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<MenuItem | null>(null);
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger
        ref={button}
        asChild
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      >
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <div
          aria-hidden="true"
          className="pointer-events-auto fixed inset-0 z-60"
          onClick={() => setOpen(false)}
        />
      </DropdownMenu.Portal>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-[calc(100vw-1rem)] min-w-52 animate-pop-in rounded-control bg-surface p-1.5 text-ink shadow-float"
          onPointerDownOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus();
            // only now: a dialog that opens gives the focus back to where it was
            chosen.current?.onSelect();
            chosen.current = null;
          }}
        >
          {items.map((item, index) => (
            <DropdownMenu.Item
              // The items of an open menu keep their order.
              key={index}
              onSelect={() => {
                chosen.current = item;
              }}
              className={classNames(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-[0.6rem] px-3 text-base outline-none select-none data-highlighted:bg-sunken [&_svg]:size-5',
                item.danger && 'text-tomato',
              )}
            >
              {item.icon}
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
