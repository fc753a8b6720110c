import type { ReactNode } from 'react';

export function LegalSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="break-inside-avoid">
      <h2 className="text-lg">{title}</h2>
      <div className="mt-1.5 flex flex-col gap-2 [&_li]:ms-5 [&_li]:list-disc [&_li]:ps-1 [&_ul]:flex [&_ul]:flex-col [&_ul]:gap-1.5">
        {children}
      </div>
    </section>
  );
}

/** A legal text with a readable line length. */
export function LegalText({ children }: { children: ReactNode }) {
  return <div className="flex max-w-[66ch] flex-col gap-6 text-ink">{children}</div>;
}
