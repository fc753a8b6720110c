import { Trans } from '@lingui/react/macro';
import { getCommunity } from '@openlarder/domain/community/community-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { Notice } from '#web/ui/Notice.tsx';

/** How often to ask whether mail goes out, while someone waits for one. */
const ASKED_EACH_MS = 15_000;

type ConfirmationPanelProps = {
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
};

/** Replaces a submitted form: says what happened and takes focus; also that mail is late, if it is. */
export function ConfirmationPanel({ title, children, actions }: ConfirmationPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { data: isMailLate = false } = useQuery({
    ...endpointQuery(getCommunity),
    select: ({ mailIsLate }) => mailIsLate,
    refetchInterval: ASKED_EACH_MS,
  });
  return (
    <div className="flex flex-col gap-4">
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-brand-soft text-brand-soft-ink">
        <MailCheck className="size-7" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {title}
      </h2>
      <div className="flex flex-col gap-3">{children}</div>
      {isMailLate && (
        <Notice tone="warning" announce title={<Trans>We're having trouble sending email</Trans>}>
          <Trans>We keep trying. Yours may arrive late.</Trans>
        </Notice>
      )}
      {actions && <div className="flex flex-col gap-2">{actions}</div>}
    </div>
  );
}
