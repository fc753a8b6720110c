import { useLingui } from '@lingui/react/macro';
import { Ban, EllipsisVertical, Flag } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import { type BlockablePerson, BlockDialog } from './BlockDialog.tsx';
import { ReportDialog, type ReportSubject } from './ReportDialog.tsx';

type Props = {
  readonly person: BlockablePerson;
  readonly subject: ReportSubject;
  /** Further actions, above the two. */
  readonly more?: readonly MenuItem[];
  readonly onBlocked?: () => void;
};

/** The menu that carries Report and Block wherever somebody meets somebody else. */
export function SafetyMenu({ person, subject, more = [], onBlocked }: Props) {
  const { t } = useLingui();
  const [asks, setAsks] = useState<'block' | 'report' | null>(null);
  const close = (open: boolean) => setAsks((now) => (open ? now : null));
  const name = person.displayName;
  return (
    <>
      <Menu
        trigger={<IconButton label={t`More`} icon={<EllipsisVertical aria-hidden="true" />} />}
        items={[
          ...more,
          {
            label: t`Report`,
            icon: <Flag aria-hidden="true" />,
            onSelect: () => setAsks('report'),
          },
          {
            label: t`Block ${name}`,
            icon: <Ban aria-hidden="true" />,
            danger: true,
            onSelect: () => setAsks('block'),
          },
        ]}
      />
      <ReportDialog subject={subject} open={asks === 'report'} onOpenChange={close} />
      <BlockDialog
        person={person}
        open={asks === 'block'}
        onOpenChange={close}
        {...(onBlocked && { onBlocked })}
      />
    </>
  );
}
