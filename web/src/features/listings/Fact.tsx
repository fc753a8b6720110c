import type { ReactNode } from 'react';

type FactProps = { readonly icon: ReactNode; readonly label: ReactNode; readonly children: ReactNode };

/** One thing to know of a listing: what it is about, small, and what it is. */
export function Fact({ icon, label, children }: FactProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-soft-ink [&_svg]:size-5"
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">{label}</p>
        <div className="font-medium">{children}</div>
      </div>
    </li>
  );
}
