import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type NoticeProps = {
  tone?: 'info' | 'warning' | 'error' | 'success';
  title?: ReactNode;
  action?: ReactNode;
  /** Announced to screen readers as soon as it appears. */
  announce?: boolean;
  className?: string;
  children?: ReactNode;
};

const TONES = {
  info: 'bg-sky-soft text-sky-soft-ink',
  success: 'bg-brand-soft text-brand-soft-ink',
  warning: 'bg-amber-soft text-amber-soft-ink',
  error: 'bg-tomato-soft text-tomato-soft-ink',
} as const;

/** A message that stays in the page, with what to do about it. */
export function Notice({ tone = 'info', title, action, announce = false, className, children }: NoticeProps) {
  const Icon = tone === 'info' || tone === 'success' ? Info : CircleAlert;
  return (
    <div
      role={announce ? (tone === 'error' ? 'alert' : 'status') : undefined}
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control px-4 py-3',
        TONES[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className="h-lh w-5 shrink-0" />
      {/* with large text the action stands below, so that words keep whole */}
      <div className="min-w-0 flex-1 basis-[min(8rem,100%-3rem)]">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-sm/normal">{children}</div>}
      </div>
      {action}
    </div>
  );
}

/** The announced sentence of an error; nothing without one. */
export const ErrorNotice = ({ children }: { readonly children: ReactNode }) =>
  children ? (
    <Notice tone="error" announce>
      {children}
    </Notice>
  ) : null;
