import { MailCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

type ConfirmationPanelProps = {
  title: ReactNode;
  children: ReactNode;
  /** What can be done next. */
  actions?: ReactNode;
};

/** Replaces a submitted form: says what happened and takes focus. */
export function ConfirmationPanel({ title, children, actions }: ConfirmationPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-brand-soft text-brand-soft-ink">
        <MailCheck aria-hidden="true" className="size-7" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {title}
      </h2>
      <div className="flex flex-col gap-3">{children}</div>
      {actions && <div className="flex flex-col gap-2">{actions}</div>}
    </div>
  );
}
