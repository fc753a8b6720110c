import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { Building2, Pencil } from 'lucide-react';
import { Suspense, useCallback, useId, useRef, useState } from 'react';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { errorMessage } from '#web/lib/http-error.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog, FormDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useIsSavingProfile, useSaveProfile } from './use-save-profile.ts';

const EditProfileForm = lazyPart(async () => (await import('./EditProfileForm.tsx')).EditProfileForm);
const RegisterBusinessForm = lazyPart(
  async () => (await import('./RegisterBusinessForm.tsx')).RegisterBusinessForm,
);

type ProfileActionsProps = {
  me: User;
  setting: MapSettings | undefined;
};

export function ProfileActions({ me, setting }: ProfileActionsProps) {
  const [open, setOpen] = useState<'edit' | 'register' | null>(null);
  const unsaved = useRef<(() => void) | null>(null);
  const formId = useId();
  const isSaving = useIsSavingProfile();
  const [isLeaving, setLeaving] = useState(false);
  const noteUnsaved = useCallback((discard: (() => void) | null) => {
    unsaved.current = discard;
  }, []);
  const close = () => {
    setOpen(null);
    unsaved.current?.();
    unsaved.current = null;
  };
  const onOpenChange = (next: boolean) => {
    if (!next) close();
  };
  const waiting = <Skeleton className="h-96 rounded-card" />;
  return (
    <div className="flex flex-col gap-2">
      <Button variant="secondary" wide onClick={() => setOpen('edit')}>
        <Pencil className="size-5" />
        <Trans>Edit Profile</Trans>
      </Button>
      {me.userType === 'donor' && !me.organizationName && (
        <Button variant="secondary" wide onClick={() => setOpen('register')}>
          <Building2 className="size-5" />
          <Trans>Register as Business</Trans>
        </Button>
      )}
      <FormDialog
        open={open === 'edit'}
        onOpenChange={onOpenChange}
        isUnsaved={() => unsaved.current !== null}
        title={<Trans>Edit Profile</Trans>}
        footer={
          <Button type="submit" form={formId} wide busy={isSaving}>
            <Trans>Save profile</Trans>
          </Button>
        }
      >
        <Suspense fallback={waiting}>
          {setting ? (
            <EditProfileForm
              id={formId}
              user={me}
              setting={setting}
              onUnsaved={noteUnsaved}
              onSaved={close}
              onLeaveBusiness={() => setLeaving(true)}
            />
          ) : (
            waiting
          )}
        </Suspense>
      </FormDialog>
      <FormDialog
        open={open === 'register'}
        onOpenChange={onOpenChange}
        isUnsaved={() => unsaved.current !== null}
        title={<Trans>Corporate Food Rescue Registration</Trans>}
        description={
          <Trans>For restaurants, stores, and anyone with food left over at the end of the day.</Trans>
        }
      >
        <Suspense fallback={waiting}>
          {setting ? (
            <RegisterBusinessForm setting={setting} onUnsaved={noteUnsaved} onRegistered={close} />
          ) : (
            waiting
          )}
        </Suspense>
      </FormDialog>
      <LeaveBusiness
        open={isLeaving}
        onOpenChange={setLeaving}
        onLeft={() => {
          setLeaving(false);
          close();
        }}
      />
    </div>
  );
}

type LeaveBusinessProps = { open: boolean; onOpenChange: (open: boolean) => void; onLeft: () => void };

function LeaveBusiness({ open, onOpenChange, onLeft }: LeaveBusinessProps) {
  const { t } = useLingui();
  const save = useSaveProfile();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>Stop being a business?</Trans>}
      description={
        <Trans>
          Neighbors will see your own name again, and we'll ask you to set your location again. Food you've
          already shared keeps its address. We won't save what you just changed in your profile.
        </Trans>
      }
      confirmLabel={<Trans>Stop being a business</Trans>}
      danger
      busy={save.isPending}
      onConfirm={() =>
        save.mutate(
          { organizationName: null },
          {
            onSuccess: () => {
              toast({ title: t`You're here as yourself again`, tone: 'success' });
              onLeft();
            },
          },
        )
      }
    >
      <ErrorNotice>{save.isError && errorMessage(save.error)}</ErrorNotice>
    </ConfirmDialog>
  );
}
