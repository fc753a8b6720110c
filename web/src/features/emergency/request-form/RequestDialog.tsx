import { Trans, Plural, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { EmergencyRequest, RequestLimits } from '@openlarder/domain/emergency/request-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type RefObject, useRef } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { useIsWide } from '#web/lib/browser-state.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { requestLimitsQuery, useAppealRequestLimit } from '../emergency.queries.ts';
import { keepRequestAddress, keptRequestAddress } from '../request-address.ts';
import { currentRefusal } from '../requests/request-actions.ts';
import { LoadedHelpLines } from '../requests/HelpLines.tsx';
import {
  createRequestDraftStorage,
  type RequestDraftStorage,
  defaultFields,
  fieldsFromRequest,
} from './request-fields.ts';
import { RequestForm, type RequestFormStart } from './RequestForm.tsx';
import type { RequestLimitRefusal } from '@openlarder/domain/emergency/request-limits.ts';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { useFormDraft } from '#web/lib/draft.ts';
import { formatDayAtTime } from '#web/lib/format.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextArea } from '#web/ui/TextField.tsx';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** An earlier request to repeat; null for a new one. */
  readonly repeatOf?: EmergencyRequest | null;
  /** Gets the focus if the button that opened it is gone, as it is once a request is open. */
  readonly elseFocus?: RefObject<HTMLElement | null>;
};

/** The request form, which the address opens. It closes without confirmation, as the draft is kept until the dialog opens later. */
export function RequestDialog({ open, onOpenChange, repeatOf = null, ...focus }: Props) {
  const me = useCurrentUser();
  const setting = useCommunity();
  const nowMs = useNow();
  const limits = useQuery({ ...requestLimitsQuery, enabled: open }).data;
  const hasOpen = limits !== undefined && currentRefusal(limits, nowMs) === 'request-open';
  return (
    <Dialog
      {...focus}
      inAddress
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      title={hasOpen ? <Trans>Help lines</Trans> : <Trans>Emergency Food Request</Trans>}
    >
      {setting ? (
        <RequestPanel
          key={repeatOf?.id ?? 'new'}
          user={me}
          setting={setting}
          repeatOf={repeatOf}
          onClose={() => onOpenChange(false)}
        />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </Dialog>
  );
}

type RequestPanelProps = {
  readonly user: User;
  readonly setting: MapSettings;
  readonly repeatOf: EmergencyRequest | null;
  readonly onClose: () => void;
};

function initialFormState(
  user: User,
  repeatOf: EmergencyRequest | null,
  storage: RequestDraftStorage,
): RequestFormStart {
  if (repeatOf)
    return {
      fields: fieldsFromRequest(repeatOf, user, keptRequestAddress(user.id)),
      sent: null,
      note: 'repeat',
    };
  const draft = storage.load();
  const fields = defaultFields(user);
  if (!draft) return { fields, sent: null, note: null };
  return { fields: Object.assign(fields, draft.fields), sent: draft.sent, note: 'draft' };
}

/** The form, or why the person cannot ask now, with help lines beside it. */
function RequestPanel({ user, setting, repeatOf, onClose }: RequestPanelProps) {
  const nowMs = useNow();
  const isWide = useIsWide();
  const limits = useQuery(requestLimitsQuery);
  const [opened, setOpened] = useState(() => {
    const draft = createRequestDraftStorage(user.id);
    return { number: 0, storage: draft, initial: initialFormState(user, repeatOf, draft) };
  });
  const { storage } = opened;
  const refusal = limits.data ? currentRefusal(limits.data, nowMs) : null;
  const openRequestId = limits.data?.openRequestId ?? null;
  // An attempt whose answer was lost has become the open request: the draft is sent, and its place is that request's.
  useEffect(() => {
    const draft = openRequestId === null ? null : storage.load();
    if (openRequestId === null || !draft?.sent) return;
    const { pickupLocation = '', latitude, longitude } = draft.fields;
    if (latitude !== undefined && longitude !== undefined)
      keepRequestAddress(user.id, {
        requestId: openRequestId,
        address: pickupLocation.trim(),
        latitude,
        longitude,
      });
    storage.save(null);
  }, [openRequestId, storage, user.id]);
  const [wasFormShown, setWasFormShown] = useState(false);
  const showsForm = !limits.isPending && refusal === null;
  if (showsForm && !wasFormShown) setWasFormShown(true);

  if (limits.isPending) return <Skeleton className="h-96 rounded-card" />;
  const help = <LoadedHelpLines />;
  // beside the questions there is no room for it: one tap away
  const isFolded = !isWide && refusal === null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 wide:grid-cols-[minmax(0,1fr)_18rem] wide:items-start wide:gap-8">
      {!isFolded && <div className="wide:order-2">{help}</div>}
      {refusal !== null && limits.data ? (
        <RequestLimitNotice
          refusal={refusal}
          limits={limits.data}
          takesFocus={wasFormShown}
          onClose={onClose}
        />
      ) : (
        <RequestForm
          key={opened.number}
          setting={setting}
          storage={storage}
          initial={opened.initial}
          foldedHelp={isFolded ? help : null}
          isReset={opened.number > 0}
          onReset={() =>
            setOpened(({ number }) => ({
              number: number + 1,
              storage: createRequestDraftStorage(user.id),
              initial: { fields: defaultFields(user), sent: null, note: null },
            }))
          }
          onCreated={onClose}
        />
      )}
    </div>
  );
}

type RequestLimitNoticeProps = {
  readonly refusal: RequestLimitRefusal;
  readonly limits: RequestLimits;
  /** It replaces the form that was being sent, and takes its focus. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
};

/** Replaces the form: why the person cannot ask now, and what they can do instead. */
function RequestLimitNotice({ refusal, limits, takesFocus, onClose }: RequestLimitNoticeProps) {
  const nowMs = useNow();
  const until = limits.slowedUntil === null ? '' : formatDayAtTime(limits.slowedUntil, nowMs);
  const isSlowed = limits.slowedUntil !== null && nowMs < Date.parse(limits.slowedUntil);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) place.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col items-start gap-3 outline-none">
      {refusal === 'request-open' && (
        <>
          <p className="text-lg font-semibold">
            <Trans>You already have an open request</Trans>
          </p>
          <p>
            <Trans>You can ask again once it's closed.</Trans>
          </p>
          <LinkButton href={paths.requests} onClick={onClose}>
            <Trans>See my request</Trans>
          </LinkButton>
        </>
      )}
      {refusal === 'requests-today' && (
        <>
          <p className="text-lg font-semibold">
            <Plural
              value={limits.maxRequestsPerDay}
              one="You can ask once a day here"
              other="You can ask up to # times a day here"
            />
          </p>
          {limits.nextAt && (
            <p>
              <Trans>You can ask again {formatDayAtTime(limits.nextAt, nowMs)}.</Trans>
            </p>
          )}
          <LinkButton href={paths.home} onClick={onClose}>
            <Trans>See food near you meanwhile</Trans>
          </LinkButton>
          {isSlowed && (
            <>
              <p>
                <Trans>
                  A few helpers told us something wasn't right, so until {until} it's one request a day. Food
                  on Discover is there for you as always.
                </Trans>
              </p>
              <LimitAppealForm />
            </>
          )}
        </>
      )}
    </div>
  );
}

function LimitAppealForm() {
  const { t } = useLingui();
  const [{ words }, change, forget] = useFormDraft('limit-appeal', { words: '' });
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  const appeal = useAppealRequestLimit();
  useEffect(() => {
    if (appeal.isSuccess) thanks.current?.focus();
  }, [appeal.isSuccess]);

  if (appeal.isSuccess)
    return (
      <div ref={thanks} tabIndex={-1} className="w-full outline-none">
        <Notice tone="success" announce title={<Trans>Thank you. An organizer will read it soon.</Trans>} />
      </div>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = words.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else if (!appeal.isPending)
      appeal.mutate(words, {
        onSuccess: forget,
      });
  };
  const told = appeal.error instanceof HttpError ? appeal.error.fields['words'] : undefined;
  return (
    <form
      noValidate
      aria-label={t`Is this a mistake?`}
      onSubmit={send}
      className="flex w-full flex-col gap-3"
    >
      <TextArea
        ref={field}
        label={<Trans>Is this a mistake?</Trans>}
        hint={<Trans>Tell an organizer what happened. No one else will read it.</Trans>}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        value={words}
        onChange={(event) => {
          change({ words: event.target.value });
          setMissing(false);
        }}
        error={isMissing ? t`Please tell us what happened` : told}
      />
      {appeal.isError && told === undefined && (
        <Notice tone="error" announce title={<Trans>We couldn't send that. It's still here.</Trans>}>
          {errorMessage(appeal.error)}
        </Notice>
      )}
      <Button type="submit" variant="secondary" className="self-start" busy={appeal.isPending}>
        <Trans>Tell an organizer</Trans>
      </Button>
    </form>
  );
}
