import { Trans, useLingui } from '@lingui/react/macro';
import { blockPerson, unblockPerson } from '@openlarder/domain/moderation/moderation-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { Ban, EllipsisVertical, Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { call } from '#web/lib/call.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { handleUnauthorized, toastError } from '#web/lib/unauthorized.ts';
import { afterSheets } from '#web/ui/back-closes.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { ReportDialog, type ReportSubject } from './ReportDialog.tsx';

type Props = {
  readonly person: BlockablePerson;
  readonly subject: ReportSubject;
  readonly onBlocked?: () => void;
};

export function SafetyMenu({ person, subject, onBlocked }: Props) {
  const { t } = useLingui();
  const [openDialog, setOpenDialog] = useState<'block' | 'report' | null>(null);
  const closeDialog = (open: boolean) => setOpenDialog((now) => (open ? now : null));
  const name = person.displayName;
  return (
    <>
      <Menu
        trigger={<IconButton label={t`More`} icon={<EllipsisVertical />} />}
        items={[
          {
            label: t`Report`,
            icon: <Flag />,
            onSelect: () => setOpenDialog('report'),
          },
          {
            label: person.isAnonymous ? t`Block this neighbor` : t`Block ${name}`,
            icon: <Ban />,
            danger: true,
            onSelect: () => setOpenDialog('block'),
          },
        ]}
      />
      <ReportDialog subject={subject} open={openDialog === 'report'} onOpenChange={closeDialog} />
      <BlockDialog
        person={person}
        open={openDialog === 'block'}
        onOpenChange={closeDialog}
        {...(onBlocked && { onBlocked })}
      />
    </>
  );
}

export type BlockablePerson = {
  readonly id: string;
  readonly displayName: string;
  /** Whether they are known by a request only, whose id this is. */
  readonly isAnonymous?: boolean;
};

/** Long enough to read the toast and reach its button. */
const UNDO_MS = 10_000;

type BlockDialogProps = {
  readonly person: BlockablePerson;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onBlocked?: () => void;
};

function BlockDialog({ person, open, onOpenChange, onBlocked }: BlockDialogProps) {
  const { t } = useLingui();
  const name = person.displayName;
  const undo = async () => {
    try {
      await call(unblockPerson, { params: { userId: person.id } });
      toast({
        title: person.isAnonymous ? t`This neighbor is no longer blocked` : t`${name} is no longer blocked`,
      });
    } catch (error) {
      if (!handleUnauthorized(error))
        toastError(
          error,
          person.isAnonymous ? t`This neighbor is still blocked` : t`${name} is still blocked`,
        );
    }
  };
  const blockMutation = useMutation({
    mutationFn: () => call(blockPerson, { body: { userId: person.id } }),
    onSuccess: () => {
      onOpenChange(false);
      // at the entry of what shows them, not at this dialog's
      if (onBlocked) afterSheets(onBlocked);
      toast({
        title: person.isAnonymous ? t`This neighbor is blocked` : t`${name} is blocked`,
        description: t`You can undo this here, or later on your profile.`,
        durationMs: UNDO_MS,
        action: { label: t`Undo`, onSelect: () => void undo() },
      });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={person.isAnonymous ? <Trans>Block this neighbor?</Trans> : <Trans>Block {name}?</Trans>}
      description={<Trans>We won't tell them.</Trans>}
      confirmLabel={person.isAnonymous ? <Trans>Block this neighbor</Trans> : <Trans>Block {name}</Trans>}
      danger
      busy={blockMutation.isPending}
      onConfirm={() => blockMutation.mutate()}
    >
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {person.isAnonymous ? (
          <>
            <li>
              <Trans>Your help with this request ends, and this conversation closes.</Trans>
            </li>
            <AnonymousBlockNotes />
            <li>
              <Trans>You can unblock them anytime, but the match won't come back.</Trans>
            </li>
          </>
        ) : (
          <>
            <li>
              <Trans>You won't see each other's food, and you can't claim from or write to each other.</Trans>
            </li>
            <li>
              <Trans>We'll cancel any open pickups between you two.</Trans>
            </li>
            <li>
              <Trans>
                If they only know you as “A neighbor” who asked for food, it stays that way: you won't be
                matched again, but you may still see each other's food.
              </Trans>
            </li>
            <li>
              <Trans>You can unblock them anytime, but the pickups won't come back.</Trans>
            </li>
          </>
        )}
      </ul>
      {blockMutation.isError && (
        <Notice tone="error" announce className="mt-4">
          {errorMessage(blockMutation.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}

/** What a block by a request does and does not do, as list items: who made it stays unknown. */
export function AnonymousBlockNotes() {
  return (
    <>
      <li>
        <Trans>You two won't be matched, and this request disappears from your list.</Trans>
      </li>
      <li>
        <Trans>You may still see other requests from them. Hiding those would tell you who they are.</Trans>
      </li>
    </>
  );
}

type PersonLinkProps = { readonly id: string; readonly className?: string; readonly children: ReactNode };

/** A person's name as a link to their card, an overlay of the current page. */
export function PersonLink({ id, className, children }: PersonLinkProps) {
  const search = useSearch();
  return (
    <Link
      href={paths.person(id, search)}
      className={classNames(
        'line-clamp-2 rounded-small wrap-anywhere underline decoration-current/35 underline-offset-4 hover:decoration-current',
        className,
      )}
    >
      {children}
    </Link>
  );
}
