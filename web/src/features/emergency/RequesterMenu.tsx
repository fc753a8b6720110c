import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, EllipsisVertical, Flag } from 'lucide-react';
import { useState } from 'react';
import { ReportDialog } from '#web/features/moderation/ReportDialog.tsx';
import { sentenceOf } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useBlockRequester } from './emergency.queries.ts';

type Props = {
  readonly requestId: string;
  readonly firstName: string;
  readonly onBlocked: () => void;
};

/** Report and Block on a request, whose maker one knows by a first name alone. */
export function RequesterMenu({ requestId, firstName, onBlocked }: Props) {
  const { t } = useLingui();
  const [asks, setAsks] = useState<'block' | 'report' | null>(null);
  const keepOpen = (open: boolean) => setAsks((now) => (open ? now : null));
  const blocking = useBlockRequester(requestId);
  const block = () =>
    blocking.mutate(undefined, {
      onSuccess: () => {
        setAsks(null);
        toast({
          title: t`${firstName} is blocked`,
          description: t`You can take it back in your profile.`,
        });
        onBlocked();
      },
      onError: (error) => toldUnauthorized(error),
    });
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={t`More about ${firstName}’s request`}
            icon={<EllipsisVertical aria-hidden="true" />}
          />
        }
        items={[
          { label: t`Report`, icon: <Flag aria-hidden="true" />, onSelect: () => setAsks('report') },
          {
            label: t`Block ${firstName}`,
            icon: <Ban aria-hidden="true" />,
            danger: true,
            onSelect: () => setAsks('block'),
          },
        ]}
      />
      <ReportDialog
        subject={{ type: 'request', id: requestId }}
        open={asks === 'report'}
        onOpenChange={keepOpen}
      />
      <ConfirmDialog
        open={asks === 'block'}
        onOpenChange={keepOpen}
        title={<Trans>Block {firstName}?</Trans>}
        description={<Trans>They are not told that you blocked them.</Trans>}
        confirmLabel={<Trans>Block</Trans>}
        danger
        busy={blocking.isPending}
        onConfirm={block}
      >
        <p>
          <Trans>
            You are no longer alerted to what they ask for, and neither of you sees the other’s food or
            requests.
          </Trans>
        </p>
        {blocking.isError && (
          <Notice tone="error" announce className="mt-4">
            {sentenceOf(blocking.error)}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
