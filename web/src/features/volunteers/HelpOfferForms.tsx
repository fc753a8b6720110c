import { Trans, useLingui } from '@lingui/react/macro';
import type { HelpOfferChange } from '@openlarder/domain/volunteers/volunteer-contract.ts';
import {
  DAY_TIMES,
  MAX_HELP_AREA_LENGTH,
  TRANSPORTS,
  WEEKDAYS,
} from '@openlarder/domain/volunteers/volunteer-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAppName } from '#web/features/community/community-settings.ts';
import { formatList } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { useFormDraft } from '#web/lib/draft.ts';
import { useCurrentUser, useSaveProfile } from '#web/features/accounts/current-user.ts';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { formatWeekdayName } from '#web/lib/format-weekday-name.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { toastError } from '#web/lib/unauthorized.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { helpOfferQuery, isOffering, NOTHING_OFFERED, useSaveHelpOffer } from './help-offer.queries.ts';

/** The stored answer, and over it what the person changes until it is saved; null until it is loaded. */
function useHelpOfferDraft() {
  const stored = useQuery(helpOfferQuery);
  const [{ draft }, change, forget] = useFormDraft<{ draft: HelpOfferChange | null }>('help-offer', {
    draft: null,
  });
  const setDraft = (next: HelpOfferChange) => change({ draft: next });
  /** After it was saved. */
  const clear = () => {
    change({ draft: null });
    forget();
  };
  return { stored, offer: draft ?? stored.data ?? null, setDraft, clear };
}

type FormProps = ReturnType<typeof useHelpOfferDraft>;

function HelpOfferForm({ stored, offer, setDraft }: Omit<FormProps, 'clear'>) {
  if (offer) return <HelpOfferFields offer={offer} onChange={setDraft} />;
  if (!stored.isError) return <Skeleton className="h-96 rounded-card" />;
  return <QueryError of={stored} title={<Trans>We couldn't load your answer.</Trans>} />;
}

type FieldsProps = { readonly offer: HelpOfferChange; readonly onChange: (offer: HelpOfferChange) => void };

function HelpOfferFields({ offer, onChange }: FieldsProps) {
  const { t } = useLingui();
  const times = { morning: t`mornings`, afternoon: t`afternoons`, evening: t`evenings` };
  const transports = {
    on_foot: t`on foot`,
    bicycle: t`by bike`,
    public_transport: t`by bus or train`,
    car: t`by car`,
  };
  return (
    <div className="flex flex-col gap-6">
      <FoodTagChoice
        label={t`Which days?`}
        tags={WEEKDAYS}
        nameOf={(day) => formatWeekdayName(day)}
        chosen={offer.days}
        onChange={(days) => onChange({ ...offer, days })}
      />
      <FoodTagChoice
        label={t`What time of day?`}
        tags={DAY_TIMES}
        nameOf={(time) => times[time]}
        chosen={offer.times}
        onChange={(chosen) => onChange({ ...offer, times: chosen })}
      />
      <FoodTagChoice
        label={t`How do you get around?`}
        tags={TRANSPORTS}
        nameOf={(way) => transports[way]}
        chosen={offer.transport}
        onChange={(transport) => onChange({ ...offer, transport })}
      />
      <TextField
        label={<Trans>Where?</Trans>}
        optional
        hint={<Trans>A neighborhood is enough, no address.</Trans>}
        maxLength={MAX_HELP_AREA_LENGTH}
        value={offer.area}
        onChange={(event) => onChange({ ...offer, area: event.target.value })}
      />
    </div>
  );
}

/** Opened once after a sign-up to help, and on request. A reply turns another kind of account into a volunteer's. */
export function HelpOfferDialog({ onClose }: { readonly onClose: () => void }) {
  const me = useCurrentUser();
  const form = useHelpOfferDraft();
  const { offer } = form;
  const save = useSaveHelpOffer();
  const saveProfile = useSaveProfile();
  const [isEmptySaid, setEmptySaid] = useState(false);
  const onSave = () => {
    if (!offer) return;
    const { days, times, area, transport } = offer;
    setEmptySaid(!isOffering(offer));
    if (!isOffering(offer)) return;
    save.mutate(
      { days, times, area, transport },
      {
        onSuccess: () => {
          if (me.userType === 'recipient') saveProfile.mutate({ userType: 'volunteer' });
          form.clear();
        },
      },
    );
  };
  if (save.isSuccess) return <OfferSaved offer={save.data} onClose={onClose} />;
  return (
    <Dialog
      inAddress
      onOpenChange={onClose}
      title={<Trans>Great that you're here! When could you help?</Trans>}
      description={<Trans>Only you and the organizers see this. Leave out whatever you like.</Trans>}
      footer={
        // in sight however far the form is scrolled
        <div className="flex flex-col gap-3">
          <ErrorNotice>
            {save.isError
              ? errorMessage(save.error)
              : isEmptySaid &&
                offer !== null &&
                !isOffering(offer) && (
                  <Trans>Choose at least one day, time, or way to get around first.</Trans>
                )}
          </ErrorNotice>
          <div className="flex flex-wrap gap-3 *:grow">
            <Button variant="secondary" onClick={onClose}>
              <Trans>Not now</Trans>
            </Button>
            <Button busy={save.isPending} disabled={offer === null} onClick={onSave}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </div>
      }
    >
      <HelpOfferForm {...form} />
    </Dialog>
  );
}

type OfferSavedProps = { readonly offer: HelpOfferChange; readonly onClose: () => void };

/** Says who will write, and that no one can say when yet. */
function OfferSaved({ offer, onClose }: OfferSavedProps) {
  const { email, firstName } = useCurrentUser();
  const appName = useAppName();
  const days = formatList(offer.days.map((day) => formatWeekdayName(day)));
  return (
    <Dialog
      inAddress
      onOpenChange={onClose}
      title={<Trans>Thank you, {firstName}!</Trans>}
      footer={
        <div className="flex flex-wrap gap-3 *:grow">
          <Button variant="secondary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
          <LinkButton href={paths.tab('profile')}>
            <Trans>See what you can do today</Trans>
          </LinkButton>
        </div>
      }
    >
      {days !== '' && (
        <p className="font-semibold">
          <Trans>You're free: {days}</Trans>
        </p>
      )}
      <p className="mt-2">
        <Trans>
          An organizer of {appName} will write to {email} once there's something to do that fits. Rides for
          food aren't arranged yet, so that may take a while.
        </Trans>
      </p>
      <p className="mt-2 text-muted">
        <Trans>You can change this in your profile, under Settings.</Trans>
      </p>
    </Dialog>
  );
}

type HelpOfferSettingsProps = {
  /** Whether the person is a volunteer; others see it while they have something in it. */
  readonly isVolunteer: boolean;
};

export function HelpOfferSettings({ isVolunteer }: HelpOfferSettingsProps) {
  const form = useHelpOfferDraft();
  const { offer, clear } = form;
  const known = form.stored.data;
  const save = useSaveHelpOffer();
  if (!isVolunteer && !(known && isOffering(known))) return null;
  const put = (change: typeof NOTHING_OFFERED, done: 'saved' | 'deleted') =>
    save.mutate(change, {
      onSuccess: () => {
        clear();
        toast({ title: done === 'saved' ? <Trans>Saved</Trans> : <Trans>Deleted</Trans>, tone: 'success' });
      },
      onError: (error) => toastError(error),
    });
  return (
    <Section title={<Trans>When I can help</Trans>}>
      <p className="mt-1 mb-5 text-muted">
        <Trans>Only you and the organizers see this. Leave out whatever you like.</Trans>
      </p>
      <HelpOfferForm {...form} />
      {offer && (
        <div className="mt-6 flex flex-wrap gap-3">
          <Button
            busy={save.isPending}
            onClick={() => {
              if (!isOffering(offer) && !(known && isOffering(known))) {
                toast({ title: <Trans>Choose at least one day, time, or way to get around first.</Trans> });
                return;
              }
              const { days, times, area, transport } = offer;
              put({ days, times, area, transport }, 'saved');
            }}
          >
            <Trans>Save</Trans>
          </Button>
          {known && isOffering(known) && (
            <Button variant="quiet" disabled={save.isPending} onClick={() => put(NOTHING_OFFERED, 'deleted')}>
              <Trans>Delete my answer</Trans>
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}
