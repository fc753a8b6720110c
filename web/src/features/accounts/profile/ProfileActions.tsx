import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { Building2, Pencil } from 'lucide-react';
import {
  type FormEvent,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { MapSettings, PickedPlace } from '#web/features/places/PlacePicker.tsx';
import { errorMessage, isUnauthorized, wordErrorText } from '#web/lib/http-error.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog, FormDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorNotice, Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useIsSavingProfile, useSaveProfile } from '../current-user.ts';
import {
  businessAddressSchema,
  organizationNameSchema,
  organizationTypeSchema,
} from '@openlarder/domain/accounts/account-schemas.ts';
import * as z from 'zod/mini';
import { useAddress } from '#web/lib/address.ts';
import { useFormDraft } from '#web/lib/draft.ts';
import { OrganizationFields, LocationFields } from './ProfileFields.tsx';
import { type ProfileErrors, responseErrors } from './profile-errors.ts';
import { pickedPlaceOf, type ProfileValues } from './profile-values.ts';

const EditProfileForm = lazyPart(async () => (await import('./EditProfileForm.tsx')).EditProfileForm);

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
  const [{ sheet }, change] = useAddress();
  const canRegister = me.userType === 'donor' && !me.organizationName;
  // an address that stayed would open the form again when its history entry is left
  const isNamed = sheet === 'business';
  if (isNamed && canRegister && open !== 'register') setOpen('register');
  const forgetName = useEffectEvent(() => change({ sheet: null }, { replace: true }));
  useLayoutEffect(() => {
    if (isNamed) forgetName();
  }, [isNamed]);
  const close = () => {
    setOpen(null);
    unsaved.current?.();
    unsaved.current = null;
  };
  const waiting = <Skeleton className="h-96 rounded-card" />;
  return (
    <div className="flex flex-col gap-2">
      <Button variant="secondary" wide onClick={() => setOpen('edit')}>
        <Pencil className="size-5" />
        <Trans>Edit Profile</Trans>
      </Button>
      {canRegister && (
        <Button variant="secondary" wide onClick={() => setOpen('register')}>
          <Building2 className="size-5" />
          <Trans>Register as Business</Trans>
        </Button>
      )}
      <FormDialog
        open={open === 'edit'}
        onOpenChange={close}
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
        onOpenChange={close}
        isUnsaved={() => unsaved.current !== null}
        title={<Trans>Corporate Food Rescue Registration</Trans>}
        description={
          <Trans>For restaurants, stores, and anyone with food left over at the end of the day.</Trans>
        }
      >
        {setting ? (
          <RegisterBusinessForm me={me} setting={setting} onUnsaved={noteUnsaved} onRegistered={close} />
        ) : (
          waiting
        )}
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

type BusinessValues = Pick<ProfileValues, 'organizationName' | 'organizationType' | 'address'> & {
  place: PickedPlace | null;
};

const EMPTY_VALUES: BusinessValues = { organizationName: '', organizationType: '', address: '', place: null };

const registration = z.object({
  organizationName: organizationNameSchema,
  organizationType: organizationTypeSchema,
  address: businessAddressSchema,
});

function validationErrors(values: BusinessValues): ProfileErrors {
  const { error } = registration.safeParse(values);
  const errors: ProfileErrors = {};
  for (const { path, message } of error?.issues ?? []) {
    const [name] = path;
    if (name === 'organizationName' || name === 'organizationType' || name === 'address')
      errors[name] ??= wordErrorText(message);
  }
  return errors;
}

type RegisterBusinessFormProps = {
  me: User;
  setting: MapSettings;
  /** Called with what forgets the input, if leaving would lose any. */
  onUnsaved: (discard: (() => void) | null) => void;
  onRegistered: () => void;
};

function RegisterBusinessForm({ me, setting, onUnsaved, onRegistered }: RegisterBusinessFormProps) {
  const { t } = useLingui();
  const [values, set, forget] = useFormDraft<BusinessValues>('business', EMPTY_VALUES);
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveProfile();
  const own = validationErrors(values);
  const errors = isAsked ? { ...responseErrors(save.error), ...own } : {};
  const isChanged = JSON.stringify(values) !== JSON.stringify(EMPTY_VALUES);
  useEffect(() => onUnsaved(isChanged ? forget : null), [onUnsaved, isChanged, forget]);

  const focusFirstError = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setAsked(true);
    if (values.organizationType === '' || Object.keys(own).length > 0) {
      focusFirstError();
      return;
    }
    const { organizationName, organizationType, address: location, place } = values;
    const point = place && { latitude: place.latitude, longitude: place.longitude };
    save.mutate(
      { organizationName, organizationType, location, userType: 'donor', ...point },
      {
        onSuccess: ({ organizationName: name }) => {
          forget();
          toast({
            title: t`You're registered as a business`,
            description: t`From now on, neighbors see ${name ?? organizationName}. Thank you for rescuing food.`,
            tone: 'success',
          });
          onRegistered();
        },
        onError: focusFirstError,
      },
    );
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-6">
      <OrganizationFields values={values} onChange={set} errors={errors} />
      {me.location !== null && values.address === '' && values.place === null && (
        <Button
          variant="secondary"
          className="self-start"
          onClick={() => set({ address: me.location ?? '', place: pickedPlaceOf(me) })}
        >
          <Trans>Use the address I gave: {me.location}</Trans>
        </Button>
      )}
      <LocationFields
        isBusiness
        address={values.address}
        onAddress={(address) => set({ address })}
        place={values.place}
        onPlace={(place) => set({ place })}
        setting={setting}
        addressError={errors.address}
        placeError={errors.place}
      />
      <p className="text-sm text-muted">
        <Trans>
          The pin is optional, but worth it: it puts your food on the map and shows people how far away it is.
          The location you set as yourself stays private, and so does everything you shared from there.
        </Trans>
      </p>
      {save.isError && Object.keys(errors).length === 0 && !isUnauthorized(save.error) && (
        <Notice tone="error" announce title={<Trans>Registration Failed</Trans>}>
          <Trans>Please try again or contact support if the problem persists.</Trans>
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={save.isPending}>
        <Trans>Register as Business</Trans>
      </Button>
    </form>
  );
}
